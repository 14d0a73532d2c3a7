import { z } from 'zod';

/** Where a thing lives in the repository that its space is synced with. */
export const GitBlob = z.strictObject({ oid: z.string(), path: z.string() }).meta({ id: 'GitBlob' });
export type GitBlob = z.infer<typeof GitBlob>;

/** The commit that a revision was made from or written to. */
export const GitCommit = z
  .strictObject({
    oid: z.string(),
    message: z.string(),
    createdByService: z.boolean(),
    createdByGitBook: z.boolean(),
    url: z.string().optional(),
    ref: z.string().optional(),
  })
  .meta({ id: 'GitCommit' });
export type GitCommit = z.infer<typeof GitCommit>;
