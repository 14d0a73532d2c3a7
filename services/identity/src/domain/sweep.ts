import { type Db, type Log, type Part, periodic, transaction } from '@quire/runtime';
import { deleteExpired } from '../tables/expired.js';

const everyMs = 60_000;
const batch = 1_000;
/** Owners of a token see for a while that it ended; every sign-on makes one. */
const tokensStayMs = 30 * 24 * 60 * 60_000;

/** Deletes sign-ons that were never finished, what is remembered of used assertions, and API tokens that ended long ago. */
export const sweeper = ({ db, clock, log }: { db: Db; clock: () => Date; log: Log }): Part =>
  periodic(
    'sweep',
    everyMs,
    async () => {
      const now = clock();
      const tokensUntil = new Date(now.getTime() - tokensStayMs);
      for (const [table, until] of [
        ['saml_requests', now],
        ['saml_assertions', now],
        ['api_tokens', tokensUntil],
      ] as const) {
        while ((await transaction(db, (tx) => deleteExpired(tx, table, { until, limit: batch }))) === batch);
      }
    },
    log,
  );
