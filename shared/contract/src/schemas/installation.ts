import { z } from 'zod';
import { JsonObject } from './json.js';
import { pageQuery } from './query.js';
import { Count, text, Timestamp, Url } from './text.js';
import type { Schema } from './schema.js';

const selection = z.enum(['all', 'selected']);

const schema = z
  .strictObject({
    id: z.string(),
    status: z.enum(['active', 'pending', 'paused']),
    space_selection: selection,
    site_selection: selection,
    spaces: Count,
    configuration: JsonObject,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: z.strictObject({ location: Url, app: Url, publicEndpoint: Url }),
    externalIds: z.array(z.string()).max(5),
    target: z.strictObject({ organization: z.string() }),
  })
  .meta({ id: 'Installation' });

/** An integration in one organization. */
export interface Installation extends z.infer<typeof schema> {}
export const Installation: Schema<Installation> = schema;

export const installationListQuery = pageQuery.extend({ externalId: text({ min: 1, max: 256 }).optional() });
