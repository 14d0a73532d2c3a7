import { z } from 'zod';
import { DefaultLevel } from './role.js';
import { flag, pageQuery } from './query.js';
import { Id, text, Url } from './text.js';
import type { Schema } from './schema.js';

const title = text({ max: 50 });
const description = text({ max: 100 });

const schema = z
  .strictObject({
    object: z.literal('collection'),
    id: z.string(),
    title,
    description: description.optional(),
    organization: z.string(),
    parent: z.string().optional(),
    defaultLevel: DefaultLevel,
    urls: z.strictObject({ location: Url, app: Url }),
    permissions: z.strictObject({
      view: z.boolean(),
      admin: z.boolean(),
      viewInviteLinks: z.boolean(),
      create: z.boolean(),
    }),
  })
  .meta({ id: 'Collection' });

export interface Collection extends z.infer<typeof schema> {}
export const Collection: Schema<Collection> = schema;

export const CollectionCreate = z.object({ title: title.optional(), parent: Id.optional() });
export const CollectionUpdate = z.object({
  title: title.optional(),
  description: description.optional(),
  defaultLevel: DefaultLevel.optional(),
});
export const collectionListQuery = pageQuery.extend({ nested: flag({ default: true }) });
