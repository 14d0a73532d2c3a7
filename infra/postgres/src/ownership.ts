import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export interface Ownership {
  release(): Promise<void>;
}

// "quire" in ASCII, shortened to what a signed 64-bit number holds.
const lockKey = '0x7175697265';
const starting = new Set(['57P03', 'ECONNREFUSED', 'ECONNRESET']);

/**
 * Marks the server as used by this process: a session lock that Postgres itself gives up when the process dies, however it dies.
 * `undefined` when the server does not take connections (yet or any more); fails when another process holds the lock.
 */
export async function claimOwnership({
  adminUrl,
  dataDir,
  onLost,
}: {
  adminUrl: string;
  dataDir: string;
  onLost?: ((error: Error) => void) | undefined;
}): Promise<Ownership | undefined> {
  let client = await connect(adminUrl);
  if (!client) return undefined;
  for (let attempt = 1; !(await tryLock(client)); attempt++) {
    if (attempt < 5) {
      await delay(100);
      continue;
    }
    const { rows } = await client.query(
      `select application_name from pg_locks join pg_stat_activity using (pid)
       where locktype = 'advisory' and granted and objid = (${lockKey} & 4294967295)::oid`,
    );
    await client.end();
    const holder = String(rows[0]?.application_name ?? '').replace('quire-owner-', 'process ') || 'unknown process';
    throw new Error(
      `${dataDir} is in use by another Quire (${holder}). Stop that one first, or use another folder (QUIRE_DATA_DIR).`,
    );
  }

  let released = false;
  const watch = (connection: pg.Client) =>
    connection.once('end', async () => {
      // One crashed backend makes Postgres restart all of them: that heals by itself.
      for (let attempt = 0; !released && attempt < 50; attempt++) {
        await delay(200);
        const next = released ? undefined : await connect(adminUrl).catch(() => undefined);
        if (!next) continue;
        client = next;
        if (released) return void next.end();
        if (!(await tryLock(next).catch(() => false))) break;
        watch(next);
        return;
      }
      if (!released)
        onLost?.(new Error('The embedded Postgres has stopped unexpectedly; its folder has a postgres.log.'));
    });
  watch(client);

  return {
    async release() {
      released = true;
      await client?.end();
    },
  };
}

async function connect(adminUrl: string): Promise<pg.Client | undefined> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: `quire-owner-${process.pid}` });
  // Every error of an established connection ends in `end`, which is what the owner watches.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    if (starting.has((error as { code?: string }).code ?? '')) return undefined;
    throw error;
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select pg_try_advisory_lock(${lockKey}) as locked`);
  return rows[0].locked === true;
}
