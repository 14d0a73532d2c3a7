import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export interface Ownership {
  release(): Promise<void>;
}

// "quir" in ASCII.
const lockKey = 0x71756972;

/**
 * Marks the server as used by this process: a session lock that Postgres itself gives up when the process dies, however it dies.
 * `undefined` when the server does not take connections (yet or any more); fails when another process holds the lock.
 */
export async function claimOwnership({
  adminUrl,
  name,
  onLost,
}: {
  adminUrl: string;
  /** What the lock stands for, to name it when another process holds it. */
  name: string;
  /** Called when the server is gone for good without having been released. */
  onLost?: () => void;
}): Promise<Ownership | undefined> {
  let client: pg.Client;
  try {
    client = await connect(adminUrl);
  } catch (error) {
    if (isPassing(error) || (error as NodeJS.ErrnoException).code === 'ECONNREFUSED') return undefined;
    throw error;
  }
  // The end of a process that was just killed takes a moment to reach the server.
  for (let attempt = 1; !(await tryLock(client)); attempt++) {
    if (attempt === 5) throw await inUse(client, name);
    await delay(100);
  }

  let released = false;
  const watch = (connection: pg.Client) => void connection.once('end', () => void onEnd());
  const onEnd = async () => {
    const next = released ? undefined : await reclaim(adminUrl);
    if (next) {
      client = next;
      watch(next);
    }
    if (released) await next?.end();
    else if (!next) onLost?.();
  };
  watch(client);

  return {
    async release() {
      released = true;
      await client.end();
    },
  };
}

async function inUse(client: pg.Client, name: string): Promise<Error> {
  const { rows } = await client.query(
    `select application_name from pg_locks join pg_stat_activity using (pid)
     where locktype = 'advisory' and granted and objid = ${lockKey}`,
  );
  await client.end();
  const holder = String(rows[0]?.application_name ?? 'an unknown process').replace('quire-owner-', 'process ');
  return new Error(
    `${name} is in use by another Quire (${holder}). Stop that one first, or give this one another data folder (QUIRE_DATA_DIR) and PORT.`,
  );
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
