import { z } from 'zod';
import { text, Timestamp, Url } from './text.js';
import type { Schema } from './schema.js';

const name = text({ max: 50 });

const schema = z
  .strictObject({
    object: z.literal('share-link'),
    id: z.string(),
    createdAt: Timestamp,
    name: name.optional(),
    active: z.boolean().optional(),
    urls: z.strictObject({ published: Url.optional() }),
  })
  .meta({ id: 'ShareLink' });

export interface ShareLink extends z.infer<typeof schema> {}
export const ShareLink: Schema<ShareLink> = schema;

export const ShareLinkCreate = z.object({ name });
export const ShareLinkUpdate = z.object({ name: name.optional(), active: z.boolean().optional() });
