import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export interface Ownership {
  release(): Promise<void>;
}

// "quire" in ASCII, shortened to what a signed 64-bit number holds.
const lockKey = '0x7175697265';

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
  let client: pg.Client;
  try {
    client = await connect(adminUrl);
  } catch (error) {
    if (isPassing(error) || (error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return undefined;
    throw error;
  }
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
      const next = released ? undefined : await reclaim(adminUrl);
      if (next) {
        client = next;
        watch(next);
      }
      if (released) await next?.end();
      else if (!next) {
        onLost?.(new Error('The embedded Postgres has stopped unexpectedly; its folder has a postgres.log.'));
      }
    });
  watch(client);

  return {
    async release() {
      released = true;
      await client.end();
    },
  };
}

/** One crashed backend makes Postgres restart all of them, which heals by itself: only a server that is gone is lost. */
async function reclaim(adminUrl: string): Promise<pg.Client | undefined> {
  for (let attempt = 0; attempt < 50; attempt++) {
    await delay(200);
    try {
      const client = await connect(adminUrl);
      if (await tryLock(client)) return client;
      await client.end();
      return undefined;
    } catch (error) {
      if (!isPassing(error)) return undefined;
    }
  }
  return undefined;
}

async function connect(adminUrl: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: adminUrl, application_name: `quire-owner-${process.pid}` });
  // Every error of an established connection ends in `end`, which is what the owner watches.
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** The server lives, but is starting, recovering or shutting down. */
function isPassing(error: unknown): boolean {
  return ['57P03', 'ECONNRESET'].includes((error as { code?: string }).code ?? '');
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(`select pg_try_advisory_lock(${lockKey}) as locked`);
  return rows[0].locked === true;
}
