import { z } from 'zod';
import { JsonDocument } from './json.js';
import { flag, pageQuery } from './query.js';
import { Count, Id, text, Timestamp, Url } from './text.js';
import { User } from './user.js';
import type { Schema } from './schema.js';

export const ChangeRequestStatus = z.enum(['draft', 'open', 'archived', 'merged']);
export type ChangeRequestStatus = z.infer<typeof ChangeRequestStatus>;
const subject = text({ max: 100 });

const schema = z
  .strictObject({
    object: z.literal('change-request'),
    id: z.string(),
    number: z.int().min(1),
    status: ChangeRequestStatus,
    subject,
    description: JsonDocument.optional(),
    createdBy: User,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    revision: z.string(),
    revisionInitial: z.string(),
    revisionMergedAncestor: z.string().optional(),
    revisionMerged: z.string().optional(),
    comments: Count,
    outdated: z.boolean(),
    urls: z.strictObject({ app: Url, location: Url }),
  })
  .meta({ id: 'ChangeRequest' });

export interface ChangeRequest extends z.infer<typeof schema> {}
export const ChangeRequest: Schema<ChangeRequest> = schema;

export const ChangeRequestCreate = z.object({ subject: subject.optional() });
/** `merged` is reached by merging only. */
export const ChangeRequestUpdate = z.object({
  subject: subject.optional(),
  /** One that shows nothing takes the description away. */
  description: JsonDocument.optional(),
  status: z.enum(['draft', 'open', 'archived']).optional(),
});
export const changeRequestListQuery = pageQuery.extend({
  status: ChangeRequestStatus.default('open'),
  creator: Id.optional(),
  contributor: Id.optional(),
});

export const MergeResult = z.strictObject({ revision: z.string(), result: z.enum(['merge', 'conflicts']) });
export type MergeResult = z.infer<typeof MergeResult>;
export const UpdateResult = z.strictObject({ revision: z.string(), result: z.enum(['update', 'conflicts']) });
export type UpdateResult = z.infer<typeof UpdateResult>;

export const pdfQuery = z.object({ only: flag(), page: Id.optional() });
export const PdfLink = z.strictObject({ url: Url });
export type PdfLink = z.infer<typeof PdfLink>;
