import type { z } from 'zod';
import type { OperationContract, ServiceName } from './operation.js';
import * as administration from './operations/administration.js';
import * as apiTokens from './operations/api-tokens.js';
import * as changeRequestComments from './operations/change-request-comments.js';
import * as changeRequestConflicts from './operations/change-request-conflicts.js';
import * as changeRequestContent from './operations/change-request-content.js';
import * as changeRequestContributors from './operations/change-request-contributors.js';
import * as changeRequestReviewers from './operations/change-request-reviewers.js';
import * as changeRequests from './operations/change-requests.js';
import * as changeRequestsReviews from './operations/change-requests-reviews.js';
import * as collectionPermissions from './operations/collection-permissions.js';
import * as collections from './operations/collections.js';
import * as customFields from './operations/custom-fields.js';
import * as integrationEvents from './operations/integration-events.js';
import * as installations from './operations/installations.js';
import * as integrations from './operations/integrations.js';
import * as memberSpaces from './operations/member-spaces.js';
import * as openapi from './operations/openapi.js';
import * as openapiVersions from './operations/openapi-versions.js';
import * as organizationInvites from './operations/organization-invites.js';
import * as organizationMembers from './operations/organization-members.js';
import * as organizations from './operations/organizations.js';
import * as search from './operations/search.js';
import * as sitePublishing from './operations/site-publishing.js';
import * as siteRedirects from './operations/site-redirects.js';
import * as siteSectionGroups from './operations/site-section-groups.js';
import * as siteSections from './operations/site-sections.js';
import * as siteShareLinks from './operations/site-share-links.js';
import * as siteSpaces from './operations/site-spaces.js';
import * as sites from './operations/sites.js';
import * as spaceComments from './operations/space-comments.js';
import * as spaceContent from './operations/space-content.js';
import * as spaceGit from './operations/space-git.js';
import * as spacePermissions from './operations/space-permissions.js';
import * as spaces from './operations/spaces.js';
import * as sso from './operations/sso.js';
import * as storage from './operations/storage.js';
import * as teamMembers from './operations/team-members.js';
import * as teams from './operations/teams.js';
import * as translations from './operations/translations.js';
import * as urls from './operations/urls.js';
import * as users from './operations/users.js';
import * as webhooks from './operations/webhooks.js';

/** Every operation of the API by its id. */
export type Contract = typeof administration &
  typeof apiTokens &
  typeof changeRequestComments &
  typeof changeRequestConflicts &
  typeof changeRequestContent &
  typeof changeRequestContributors &
  typeof changeRequestReviewers &
  typeof changeRequests &
  typeof changeRequestsReviews &
  typeof collectionPermissions &
  typeof collections &
  typeof customFields &
  typeof integrationEvents &
  typeof installations &
  typeof integrations &
  typeof memberSpaces &
  typeof openapi &
  typeof openapiVersions &
  typeof organizationInvites &
  typeof organizationMembers &
  typeof organizations &
  typeof search &
  typeof sitePublishing &
  typeof siteRedirects &
  typeof siteSectionGroups &
  typeof siteSections &
  typeof siteShareLinks &
  typeof siteSpaces &
  typeof sites &
  typeof spaceComments &
  typeof spaceContent &
  typeof spaceGit &
  typeof spacePermissions &
  typeof spaces &
  typeof sso &
  typeof storage &
  typeof teamMembers &
  typeof teams &
  typeof translations &
  typeof urls &
  typeof users &
  typeof webhooks;

export const contract: Contract = {
  ...administration,
  ...apiTokens,
  ...changeRequestComments,
  ...changeRequestConflicts,
  ...changeRequestContent,
  ...changeRequestContributors,
  ...changeRequestReviewers,
  ...changeRequests,
  ...changeRequestsReviews,
  ...collectionPermissions,
  ...collections,
  ...customFields,
  ...integrationEvents,
  ...installations,
  ...integrations,
  ...memberSpaces,
  ...openapi,
  ...openapiVersions,
  ...organizationInvites,
  ...organizationMembers,
  ...organizations,
  ...search,
  ...sitePublishing,
  ...siteRedirects,
  ...siteSectionGroups,
  ...siteSections,
  ...siteShareLinks,
  ...siteSpaces,
  ...sites,
  ...spaceComments,
  ...spaceContent,
  ...spaceGit,
  ...spacePermissions,
  ...spaces,
  ...sso,
  ...storage,
  ...teamMembers,
  ...teams,
  ...translations,
  ...urls,
  ...users,
  ...webhooks,
};

export type OperationId = keyof Contract;

/** Every operation, in no particular order. */
export const operations: readonly OperationContract[] = Object.values<OperationContract>(contract);

/** The operations that a service has to answer. */
export const ownedBy = (service: ServiceName): readonly OperationContract[] =>
  operations.filter((operation) => operation.service === service);

type Inferred<Schema> = Schema extends z.ZodType ? z.infer<Schema> : never;

/** What an operation takes and answers, after validation. */
export type ParamsOf<Operation extends OperationContract> = Inferred<Operation['params']>;
export type QueryOf<Operation extends OperationContract> = Inferred<Operation['query']>;
export type BodyOf<Operation extends OperationContract> = Inferred<NonNullable<Operation['body']>>;
export type ResponseOf<Operation extends OperationContract> = Inferred<NonNullable<Operation['response']>>;
