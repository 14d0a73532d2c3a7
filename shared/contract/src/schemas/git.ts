import { z } from 'zod';
import { checkedText, text, Timestamp, TimestampInput, WebUrl } from './text.js';

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

/** A prefix of addresses that is kept and shown: no place for credentials. */
const PublicUrl = WebUrl.refine((value) => {
  const { username, password } = new URL(value);
  return username === '' && password === '';
}, 'must not hold credentials');

/** What git takes for the name of a reference, and nothing that could be read as something else. */
const isRefName = (name: string): boolean =>
  !/[\s\p{Cc}~^:?*[\\]|\.\.|@\{|\/\/|\/$|\.$/u.test(name) &&
  name.split('/').every((part) => part !== '' && !part.startsWith('.') && !part.endsWith('.lock'));
const ref = (kinds: string, expression: RegExp) =>
  checkedText({ min: 1, max: 255 }, (value) =>
    expression.test(value) && isRefName(value) ? undefined : `must be a git reference such as ${kinds}`,
  );

const directory = checkedText({ max: 1024 }, (value) =>
  /[\\\p{Cc}]|^\//u.test(value) || value.split('/').some((part) => part === '..' || part.toLowerCase() === '.git')
    ? 'must be a folder in the repository, such as "docs"'
    : undefined,
);

const sync = z.object({
  /** May hold credentials, which are neither kept nor shown. */
  url: WebUrl,
  repoCacheID: text({ max: 256 }).optional(),
  repoTreeURL: PublicUrl.optional(),
  repoCommitURL: PublicUrl.optional(),
  repoProjectDirectory: directory.optional(),
  timestamp: TimestampInput.optional(),
  force: z.boolean().optional(),
  standalone: z.boolean().optional(),
  gitInfo: z.object({ provider: z.enum(['github', 'gitlab']).optional(), url: PublicUrl.optional() }).optional(),
});

export const GitImport = sync.extend({ ref: ref('refs/heads/main', /^refs\/(?:heads|tags)\/./) });
export const GitExport = sync.extend({
  ref: ref('refs/heads/main', /^refs\/heads\/./),
  commitMessage: text({ min: 1, max: 10_000 }),
});

/** What a space was last synced with, and how that went. */
export const GitSyncState = z
  .strictObject({
    repoName: z.string().optional(),
    installationProvider: z.enum(['github', 'gitlab']).optional(),
    integration: z.string().optional(),
    url: z.string().optional(),
    updatedAt: Timestamp.optional(),
    operation: z
      .strictObject({
        state: z.enum(['running', 'failure', 'success']),
        direction: z.enum(['import', 'export']),
        startedAt: Timestamp,
        endedAt: Timestamp.optional(),
        error: z.string().optional(),
      })
      .optional(),
  })
  .meta({ id: 'GitSyncState' });
export type GitSyncState = z.infer<typeof GitSyncState>;
