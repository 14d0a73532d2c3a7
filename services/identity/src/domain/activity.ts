import { type Db, type Log, type Part, periodic, transaction } from '@quire/runtime';
import { touchApiTokens } from '../tables/api-token.js';
import { touchMembers } from '../tables/member.js';

/** Who used which token; kept in memory and written from time to time, so that no request pays for it. */
export interface Activity extends Part {
  note(use: { tokenId: string; userId: string; at: Date }): void;
}

const flushEveryMs = 10_000;

export function trackActivity(db: Db, log: Log): Activity {
  let tokens = new Map<string, Date>();
  let users = new Map<string, Date>();

  const flush = async () => {
    if (tokens.size === 0) return;
    const usedTokens = [...tokens].map(([tokenId, at]) => ({ tokenId, at }));
    const seenUsers = [...users].map(([userId, at]) => ({ userId, at }));
    tokens = new Map();
    users = new Map();
    await transaction(db, async (tx) => {
      await touchApiTokens(tx, usedTokens);
      await touchMembers(tx, seenUsers);
    });
  };
  const task = periodic('activity', flushEveryMs, flush, log);

  return {
    ...task,
    note({ tokenId, userId, at }) {
      tokens.set(tokenId, at);
      users.set(userId, at);
    },
    async stop() {
      await task.drain?.();
      await task.stop?.();
    },
  };
}
