import type { GitSyncState, Space } from '@quire/contract';
import type { GitOperationRow } from '../tables/git-operation.js';

/** What a space's row holds about its repository; all of it may be shown. */
export type GitSync = NonNullable<Space['gitSync']>;

export const presentGitInfo = (sync: GitSync | null, operation: GitOperationRow | undefined): GitSyncState => ({
  ...sync,
  ...(operation
    ? {
        operation: {
          state: operation.state,
          direction: operation.direction,
          startedAt: operation.started_at.toISOString(),
          ...(operation.ended_at ? { endedAt: operation.ended_at.toISOString() } : {}),
          ...(operation.error === null ? {} : { error: operation.error }),
        },
      }
    : {}),
});
