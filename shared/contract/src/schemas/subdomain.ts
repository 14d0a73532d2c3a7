import { z } from 'zod';
import { SubdomainName } from './text.js';
import type { Schema } from './schema.js';

const schema = z
  .strictObject({
    object: z.literal('subdomain'),
    subdomain: SubdomainName,
    target: z.strictObject({ type: z.literal('organization'), organization: z.string() }),
    isActive: z.boolean(),
  })
  .meta({ id: 'Subdomain' });

export interface Subdomain extends z.infer<typeof schema> {}
export const Subdomain: Schema<Subdomain> = schema;
