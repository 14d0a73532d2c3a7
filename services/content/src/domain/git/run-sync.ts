import { Failure, conflict, newId, transaction } from '@quire/runtime';
import type { Content } from '../../context.js';
import { beginGitOperation, endGitOperation, type GitOperationRow } from '../../tables/git-operation.js';

const minute = 60_000;
/** Of one sync, as long as the gateway waits for it. */
export const syncTimeoutMs = 5 * minute;

/**
 * Runs a sync of a space while no other one does, on any replica: 409 for whoever comes second. How it ended is kept for
 * people to see. `work` may return why it did not do all that it was asked for.
 */
export async function runSync<T>(
  { db, now, log }: Pick<Content, 'db' | 'now' | 'log'>,
  { spaceId, direction }: { spaceId: string; direction: GitOperationRow['direction'] },
  work: () => Promise<{ answer: T; problem?: string }>,
): Promise<T> {
  const id = newId();
  const leaseMs = syncTimeoutMs + minute;
  const begun = await transaction(db, (tx) => beginGitOperation(tx, { spaceId, id, direction, now: now(), leaseMs }));
  if (!begun) throw conflict('A git sync of this space is running. Try again when it has ended.');
  const end = (error: string | null) =>
    transaction(db, (tx) => endGitOperation(tx, { spaceId, id, error, now: now() }));
  try {
    const { answer, problem = null } = await work();
    await end(problem);
    return answer;
  } catch (error) {
    const message = error instanceof Failure ? error.message : 'It ended unexpectedly.';
    // What went wrong first is what the caller has to hear; the lease frees the space in any case.
    await end(message).catch((cause: unknown) => log.error({ err: cause }, 'a git sync could not be ended'));
    throw error;
  }
}
