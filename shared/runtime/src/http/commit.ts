import { type Db, type Tx, transaction } from '../db.js';
import { claimKey, findAnswer, type IdempotencyClaim, type StoredAnswer, storeAnswer } from './idempotency.js';

/** Thrown out of a commit whose effect somebody else has had under the same key: what that was answered. */
export class Replay {
  constructor(readonly answer: StoredAnswer) {}
}

/**
 * Runs the effect of a write in one transaction. With a claim it happens once, and its answer is kept for repeats; throws
 * {@link Replay} when it has happened already, and `conflict` (409) when the key was used for another request.
 */
export function commitOnce<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  { claim, answerOf }: { claim: IdempotencyClaim | undefined; answerOf: (value: T) => StoredAnswer },
): Promise<T> {
  return transaction(db, async (tx) => {
    if (claim && !(await claimKey(tx, claim))) {
      const answer = await findAnswer(tx, claim);
      if (answer) throw new Replay(answer);
    }
    const value = await work(tx);
    if (claim) await storeAnswer(tx, claim, answerOf(value));
    return value;
  });
}
