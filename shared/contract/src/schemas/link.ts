import { z } from 'zod';
import { ChangeRequest } from './change-request.js';
import { Collection } from './collection.js';
import { RevisionFile } from './file.js';
import { listFields, type List } from './list.js';
import { OpenApiSpec } from './openapi-spec.js';
import { Organization } from './organization.js';
import { Page } from './page.js';
import { pageQuery } from './query.js';
import { RevisionInfo } from './revision.js';
import { Space } from './space.js';
import { Count } from './text.js';
import { User } from './user.js';
import type { Schema } from './schema.js';

const inSpace = {
  organization: Organization,
  space: Space,
  versionContext: z
    .discriminatedUnion('type', [
      z.strictObject({ type: z.literal('revision'), revision: RevisionInfo }),
      z.strictObject({ type: z.literal('changeRequest'), changeRequest: ChangeRequest }),
    ])
    .optional(),
};
const location = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('file'), ...inSpace, file: RevisionFile }),
  z.strictObject({ kind: z.literal('url'), url: z.string() }),
  z.strictObject({
    kind: z.literal('page'),
    ...inSpace,
    page: Page,
    internalLocation: z
      .discriminatedUnion('type', [
        z.strictObject({ type: z.literal('anchor'), anchor: z.string() }),
        z.strictObject({ type: z.literal('node'), node: z.string() }),
      ])
      .optional(),
  }),
  z.strictObject({ kind: z.literal('user'), user: User }),
  z.strictObject({ kind: z.literal('collection'), organization: Organization, collection: Collection }),
  z.strictObject({ kind: z.literal('space'), organization: Organization, space: Space }),
  z.strictObject({
    kind: z.literal('reusable-content'),
    ...inSpace,
    reusableContent: z.strictObject({ id: z.string(), title: z.string(), document: z.string().optional() }),
  }),
  z.strictObject({ kind: z.literal('openapi'), organization: Organization, openAPISpec: OpenApiSpec }),
]);

/** One end of a link: where it stands, or what it leads to. */
export type ContentLocation = z.infer<typeof location>;
export const ContentLocation: Schema<ContentLocation> = location.meta({ id: 'ContentLocation' });

export const LinkStatus = z.enum(['ok', 'broken', 'in-app']);
export type LinkStatus = z.infer<typeof LinkStatus>;

const link = z
  .strictObject({
    status: LinkStatus,
    relation: z.enum(['reference', 'dependsOn']),
    targetReference: ContentLocation.optional(),
    locationReferences: z.array(ContentLocation),
  })
  .meta({ id: 'Link' });

/** A target with every place that leads to it; a broken one may have no target left to show. */
export interface Link extends z.infer<typeof link> {}
export const Link: Schema<Link> = link;

const stats = z.strictObject({
  total: Count,
  broken: z.strictObject({ total: Count, changeRequest: Count.optional() }),
});

/** `broken.changeRequest`: broken in the change request and not on main. */
export interface LinkList extends List<Link> {
  stats: z.infer<typeof stats>;
}
export const LinkList: Schema<LinkList> = z.strictObject({ ...listFields(Link), stats });

export const linkListQuery = pageQuery.extend({ status: LinkStatus.optional() });

/** `brokenContext`: only links that are broken, by the change request or in the space already. */
export const changeRequestLinkListQuery = linkListQuery.extend({
  brokenContext: z.enum(['change-request', 'space']).optional(),
});
