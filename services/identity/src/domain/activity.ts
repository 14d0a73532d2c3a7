import { type Db, type Log, type Part, periodic, transaction } from '@quire/runtime';
import { touchApiTokens } from '../tables/api-token.js';
import { touchMembers } from '../tables/member.js';

export interface TokenUse {
  tokenId: string;
  userId: string;
  /** The one organization that the token is good for: its user was seen nowhere else. */
  organizationId: string | null;
  at: Date;
}

/** Who used which token; kept in memory and written from time to time, so that no request pays for it. */
export interface Activity extends Part {
  note(use: TokenUse): void;
}

const flushEveryMs = 10_000;

export function trackActivity(db: Db, log: Log): Activity {
  let uses = new Map<string, TokenUse>();

  const flush = async () => {
    if (uses.size === 0) return;
    const noted = [...uses.values()];
    uses = new Map();
    await transaction(db, async (tx) => {
      await touchApiTokens(tx, noted);
      await touchMembers(tx, noted);
    });
  };
  const task = periodic('activity', flushEveryMs, flush, log);

  return {
    ...task,
    note: (use) => void uses.set(use.tokenId, use),
    async stop() {
      await task.drain?.();
      await task.stop?.();
    },
  };
}
