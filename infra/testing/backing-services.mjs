// Finds the Postgres, RabbitMQ and Redis that the distributed tests may use: those named in the environment, else those on
// their standard local ports.
import { connect } from 'node:net';

const defaults = {
  TEST_DATABASE_URL: [
    'postgres://postgres@127.0.0.1:5432/postgres',
    'postgres://postgres:postgres@127.0.0.1:5432/postgres',
  ],
  AMQP_URL: ['amqp://guest:guest@127.0.0.1:5672'],
  REDIS_URL: ['redis://127.0.0.1:6379'],
};
const ports = { TEST_DATABASE_URL: 5432, AMQP_URL: 5672, REDIS_URL: 6379 };

/** Addresses of what was found, and the names of what was not. */
export async function findBackingServices(environment) {
  const found = {};
  const missing = [];
  for (const [name, candidates] of Object.entries(defaults)) {
    const given = environment[name];
    const usable = given ?? (await firstUsable(name, candidates));
    if (usable) found[name] = usable;
    else missing.push(name);
  }
  return { found, missing };
}

async function firstUsable(name, candidates) {
  if (!(await answers(ports[name]))) return undefined;
  if (name !== 'TEST_DATABASE_URL') return candidates[0];
  for (const candidate of candidates) if (await isSuperuser(candidate)) return candidate;
  return undefined;
}

function answers(port) {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: 1_000 });
    const end = (result) => {
      socket.destroy();
      resolve(result);
    };
    socket.once('connect', () => end(true));
    socket.once('error', () => end(false));
    socket.once('timeout', () => end(false));
  });
}

/** The port answers on many machines whose Postgres is not for us: only one that lets us in counts. */
async function isSuperuser(url) {
  const { default: pg } = await import('pg');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    const { rows } = await client.query('select rolsuper from pg_roles where rolname = current_user');
    return rows[0]?.rolsuper === true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}
