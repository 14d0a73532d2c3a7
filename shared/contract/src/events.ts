import { z } from 'zod';
import { defineEvent, type EventContract } from './event.js';
import type { ServiceName } from './operation.js';
import { ChangeRequestStatus } from './schemas/change-request.js';
import {
  OrganizationCommunityType,
  OrganizationDefaultContent,
  OrganizationPlan,
  OrganizationType,
  OrganizationUseCase,
} from './schemas/organization.js';
import { DefaultLevel, RoleOrGuest } from './schemas/role.js';
import { SiteVisibility } from './schemas/site.js';
import { EditMode, SpaceVisibility } from './schemas/space.js';
import { Count, Timestamp } from './schemas/text.js';

const id = z.string();

const user = z.object({ user: id, displayName: z.string(), email: z.string(), photoURL: z.string().optional() });

const organization = z.object({
  organization: id,
  title: z.string(),
  createdAt: Timestamp,
  type: OrganizationType,
  useCase: OrganizationUseCase.optional(),
  communityType: OrganizationCommunityType.optional(),
  hostname: z.string().optional(),
  emailDomains: z.array(z.string()),
  defaultRole: RoleOrGuest,
  defaultContent: OrganizationDefaultContent.nullable().optional(),
  sso: z.boolean(),
  ai: z.boolean(),
  inviteLinks: z.boolean(),
  plan: OrganizationPlan,
  logo: z.string().optional(),
});

const member = z.object({ organization: id, user: id, role: RoleOrGuest });

const team = z.object({ team: id, organization: id, title: z.string() });

const collection = z.object({
  collection: id,
  organization: id,
  title: z.string(),
  parent: id.optional(),
  defaultLevel: DefaultLevel,
});

/** `resolvedLevel` is `defaultLevel` after inheritance; `inherit` is left where the organization's role decides. */
const space = z.object({
  space: id,
  organization: id,
  title: z.string(),
  emoji: z.string(),
  icon: z.string().optional(),
  parent: id.optional(),
  defaultLevel: DefaultLevel,
  resolvedLevel: DefaultLevel,
  editMode: EditMode,
  revision: id,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  deletedAt: Timestamp.optional(),
  counts: z.object({ comments: Count, changeRequests: Count, changeRequestsOpen: Count, changeRequestsDraft: Count }),
});

const changeRequest = z.object({
  changeRequest: id,
  space: id,
  organization: id,
  number: z.int(),
  status: ChangeRequestStatus,
  subject: z.string(),
  createdBy: id,
  revision: id,
  revisionMerged: id.optional(),
});

/** `parent` is the comment that a reply answers. */
const comment = z.object({
  comment: id,
  parent: id.optional(),
  space: id,
  organization: id,
  changeRequest: id.optional(),
  page: id.optional(),
  postedBy: id,
});

/**
 * `url` is where readers find it, absent while they find nothing: of a site that is shared by links the address without
 * the key, which opens nothing by itself.
 */
const site = z.object({
  site: id,
  organization: id,
  title: z.string(),
  visibility: SiteVisibility,
  published: z.boolean(),
  url: z.string().optional(),
});

const siteSpace = z.object({
  siteSpace: id,
  site: id,
  organization: id,
  space: id,
  section: id.optional(),
  visibility: SiteVisibility,
  published: z.boolean(),
  url: z.string().optional(),
});

/** Whoever holds the key of an active link finds what is on the site below `<url of the site>/~/share/<key>`. */
const shareLink = z.object({
  shareLink: id,
  site: id,
  organization: id,
  name: z.string().optional(),
  active: z.boolean(),
  /** SHA-256 of the key, in hexadecimal. */
  keyHash: z.string(),
});

const installation = z.object({
  installation: id,
  integration: z.string(),
  organization: id,
  status: z.enum(['active', 'pending', 'paused']),
  /** Of the integration. */
  title: z.string().optional(),
  spaceSelection: z.enum(['all', 'selected']).optional(),
  siteSelection: z.enum(['all', 'selected']).optional(),
});

/** Declares the event `<source>.<name>.v1`. */
const event = <Source extends ServiceName, Name extends string, Data extends z.ZodType>(
  source: Source,
  name: Name,
  data: Data,
): EventContract<`${Source}.${Name}.v1`, Data> => defineEvent({ type: `${source}.${name}.v1`, source, data });

/** Every event by a short name. */
export const events = {
  userCreated: event('identity', 'user.created', user),
  userUpdated: event('identity', 'user.updated', user),
  organizationCreated: event('identity', 'organization.created', organization),
  organizationUpdated: event('identity', 'organization.updated', organization),
  memberAdded: event('identity', 'member.added', member),
  memberUpdated: event('identity', 'member.updated', member),
  memberRemoved: event('identity', 'member.removed', member),
  teamCreated: event('identity', 'team.created', team),
  teamUpdated: event('identity', 'team.updated', team),
  teamDeleted: event('identity', 'team.deleted', team),
  teamMembersChanged: event(
    'identity',
    'team.members-changed',
    // `changed`: who has another role in the team.
    team.extend({ added: z.array(id), changed: z.array(id), removed: z.array(id) }),
  ),

  collectionCreated: event('content', 'collection.created', collection),
  collectionUpdated: event('content', 'collection.updated', collection),
  collectionDeleted: event('content', 'collection.deleted', collection),
  spaceCreated: event('content', 'space.created', space),
  spaceUpdated: event('content', 'space.updated', space),
  spaceDeleted: event('content', 'space.deleted', space),
  spaceRestored: event('content', 'space.restored', space),
  spaceTransferred: event('content', 'space.transferred', space.extend({ from: id })),
  spacePurged: event('content', 'space.purged', z.object({ space: id, organization: id })),
  // Every space event carries all facts: a projection may drop any but the latest.
  spaceContentUpdated: event('content', 'space.content-updated', space.extend({ previousRevision: id })),
  // Of spaces that are not in the trash; `in-collection` whatever shows it, while it inherits there.
  spaceVisibilityUpdated: event(
    'content',
    'space.visibility-updated',
    z.object({ space: id, organization: id, visibility: SpaceVisibility, previousVisibility: SpaceVisibility }),
  ),
  permissionsChanged: event(
    'content',
    'permissions.changed',
    // All who hold a permission on the space, directly or on a collection around it; nobody once the space is deleted.
    z.object({ organization: id, space: id, users: z.array(id), teams: z.array(id) }),
  ),
  changeRequestOpened: event('content', 'change-request.opened', changeRequest),
  changeRequestUpdated: event('content', 'change-request.updated', changeRequest),
  changeRequestMerged: event('content', 'change-request.merged', changeRequest),
  changeRequestArchived: event('content', 'change-request.archived', changeRequest),
  commentPosted: event('content', 'comment.posted', comment),
  commentResolved: event('content', 'comment.resolved', comment),
  commentDeleted: event('content', 'comment.deleted', comment),

  siteCreated: event('sites', 'site.created', site),
  siteUpdated: event('sites', 'site.updated', site),
  sitePublished: event('sites', 'site.published', site),
  siteUnpublished: event('sites', 'site.unpublished', site),
  siteDeleted: event('sites', 'site.deleted', site),
  siteSpaceAdded: event('sites', 'site-space.added', siteSpace),
  siteSpaceUpdated: event('sites', 'site-space.updated', siteSpace),
  siteSpaceRemoved: event('sites', 'site-space.removed', siteSpace),
  shareLinkCreated: event('sites', 'share-link.created', shareLink),
  shareLinkUpdated: event('sites', 'share-link.updated', shareLink),
  shareLinkDeleted: event('sites', 'share-link.deleted', shareLink),

  openApiProcessingRequested: event(
    'integrations',
    'openapi.processing-requested',
    // A later request makes an earlier one pointless.
    z.object({ spec: id, request: z.int() }),
  ),
  openApiVersionCreated: event(
    'integrations',
    'openapi.version-created',
    z.object({ spec: id, organization: id, slug: z.string(), version: id }),
  ),
  openApiSpecDeleted: event(
    'integrations',
    'openapi.deleted',
    z.object({ spec: id, organization: id, slug: z.string() }),
  ),
  // For integrations itself: to hand an event to the script or tunnel, and to go on with those not told yet.
  integrationEventRecorded: event(
    'integrations',
    'integration-event.recorded',
    z.object({ event: id, integration: z.string() }),
  ),
  integrationEventsContinued: event(
    'integrations',
    'integration-event.continued',
    z.object({
      organization: id,
      about: z.object({ space: id }),
      payload: z.record(z.string(), z.unknown()),
      after: id,
    }),
  ),
  // For integrations itself: to judge installations by what the integration asks for now, some at a time. `from` says what
  // comes next: of installations, of their spaces, or of their sites, those after `after`.
  integrationConfigurationsChanged: event(
    'integrations',
    'integration.configurations-changed',
    z.object({
      integration: z.string(),
      version: z.int(),
      from: z.object({
        kind: z.enum(['account', 'space', 'site']),
        after: z.object({ installation: z.string(), place: z.string() }),
      }),
    }),
  ),
  installationCreated: event('integrations', 'installation.created', installation),
  installationUpdated: event('integrations', 'installation.updated', installation),
  installationDeleted: event('integrations', 'installation.deleted', installation),
  webhookDeliveryDue: event(
    'integrations',
    'webhook.delivery-due',
    z.object({ delivery: id, webhook: id, organization: id }),
  ),
  webhookPaused: event('integrations', 'webhook.paused', z.object({ webhook: id, organization: id, failures: Count })),
};

/** The payload of an event, e.g. `EventData<typeof events.spaceUpdated>`. */
export type EventData<Event extends EventContract> = z.infer<Event['data']>;
