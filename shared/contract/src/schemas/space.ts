import { z } from 'zod';
import { Emoji } from './emoji.js';
import { DefaultLevel } from './role.js';
import { Count, Id, text, Timestamp, Url, WebUrl } from './text.js';
import type { Schema } from './schema.js';

export const SpaceVisibility = z.enum(['public', 'unlisted', 'share-link', 'visitor-auth', 'in-collection', 'private']);
export type SpaceVisibility = z.infer<typeof SpaceVisibility>;
export const EditMode = z.enum(['live', 'locked']);
export type EditMode = z.infer<typeof EditMode>;
const title = text({ max: 50 });

const schema = z
  .strictObject({
    object: z.literal('space'),
    id: z.string(),
    title,
    emoji: text({ min: 1, max: 50 }),
    visibility: SpaceVisibility,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    deletedAt: Timestamp.optional(),
    editMode: EditMode.optional(),
    organization: z.string(),
    parent: z.string().optional(),
    revision: z.string(),
    defaultLevel: DefaultLevel,
    comments: Count,
    changeRequests: Count,
    changeRequestsOpen: Count,
    changeRequestsDraft: Count,
    gitSync: z
      .strictObject({
        repoName: z.string(),
        installationProvider: z.enum(['github', 'gitlab']),
        integration: z.string(),
        url: z.string(),
        updatedAt: Timestamp,
      })
      .partial()
      .optional(),
    visitorAuth: z
      .discriminatedUnion('backend', [
        z.strictObject({ backend: z.literal('custom') }),
        z.strictObject({ backend: z.literal('integration'), integration: z.string() }),
      ])
      .optional(),
    urls: z.strictObject({
      location: Url,
      app: Url,
      published: Url.optional(),
      public: Url.optional(),
      icon: Url.optional(),
    }),
    permissions: z.strictObject({
      view: z.boolean(),
      access: z.boolean(),
      admin: z.boolean(),
      viewInviteLinks: z.boolean(),
      edit: z.boolean(),
      triggerGitSync: z.boolean(),
      comment: z.boolean(),
      merge: z.boolean(),
      review: z.boolean(),
      installIntegration: z.boolean(),
    }),
  })
  .meta({ id: 'Space' });

export interface Space extends z.infer<typeof schema> {}
export const Space: Schema<Space> = schema;

export const SpaceCreate = z.object({
  title: title.optional(),
  emoji: Emoji.optional(),
  parent: Id.optional(),
  editMode: EditMode.optional(),
});

/** `emoji` and `icon` exclude each other; null removes. */
export const SpaceUpdate = z
  .object({
    title: title.optional(),
    emoji: Emoji.nullable().optional(),
    icon: WebUrl.nullable().optional(),
    editMode: EditMode.optional(),
    defaultLevel: DefaultLevel.optional(),
  })
  .refine(({ emoji, icon }) => !(emoji && icon), 'set either `emoji` or `icon`, not both');

export const spaceQuery = z.object({ shareKey: text({ max: 256 }).optional() });
