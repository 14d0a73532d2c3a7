import { type Db, type Log, type Part, periodic, transaction } from '@quire/runtime';
import { deleteExpiredSamlRows } from '../../tables/saml-sign-on.js';

const everyMs = 60_000;
const batch = 1_000;

/** Deletes requests that were never answered, and what is remembered of assertions that have expired. */
export const samlSweeper = ({ db, clock, log }: { db: Db; clock: () => Date; log: Log }): Part =>
  periodic(
    'saml-sweep',
    everyMs,
    async () => {
      while (await transaction(db, (tx) => deleteExpiredSamlRows(tx, clock(), batch)));
    },
    log,
  );
