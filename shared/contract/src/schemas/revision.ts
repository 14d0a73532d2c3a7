import { z } from 'zod';
import { ChangeRequest } from './change-request.js';
import { ComputedSource } from './computed.js';
import { RevisionFile } from './file.js';
import { GitBlob, GitCommit } from './git.js';
import { Page } from './page.js';
import { Timestamp, Url } from './text.js';
import { User } from './user.js';
import type { Schema } from './schema.js';

export const RevisionType = z.enum(['edits', 'merge', 'rollback', 'update', 'computed']);
export type RevisionType = z.infer<typeof RevisionType>;

const info = z.strictObject({
  object: z.literal('revision'),
  id: z.string(),
  parents: z.array(z.string()),
  type: RevisionType,
  createdAt: Timestamp,
  createdBy: User.optional(),
  mergedFrom: ChangeRequest.optional(),
  git: GitCommit.optional(),
  urls: z.strictObject({ app: Url, published: Url.optional(), public: Url.optional() }),
});
const infoSchema = info.meta({ id: 'RevisionInfo' });
const schema = info
  .extend({
    pages: z.array(Page),
    files: z.array(RevisionFile),
    reusableContents: z.array(
      z.strictObject({
        id: z.string(),
        title: z.string(),
        document: z.string().optional(),
        git: GitBlob.optional(),
        computed: ComputedSource.optional(),
        computedSeed: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'Revision' });

/** A revision without what it holds, as in the history of a space. */
export interface RevisionInfo extends z.infer<typeof infoSchema> {}
export const RevisionInfo: Schema<RevisionInfo> = infoSchema;

/** A state of a space's content; it never changes. */
export interface Revision extends z.infer<typeof schema> {}
export const Revision: Schema<Revision> = schema;
