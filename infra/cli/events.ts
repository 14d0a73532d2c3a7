import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { consumers, services } from '@quire/contract';
import { bootstrapDatabase } from '@quire/embedded-postgres/bootstrap';
import { databasePassword, openSecrets } from '@quire/local/secrets';
import { type Bus, createLog, openDatabase, openLocalBus, openRabbitBus } from '@quire/runtime';

type Environment = Record<string, string | undefined>;

/** What could not be handled, a line each: when, which queue, how often tried, which event, why. */
export function deadLetters(environment: Environment, consumer: string | undefined): Promise<string> {
  return withBus(environment, async (bus) => {
    const letters = await bus.dead(consumer);
    const lines = letters.map(({ diedAt, consumer: queue, attempts, envelope, error }) => {
      const event = envelope ? `${envelope.type} of ${envelope.subject} (${envelope.id})` : 'no event';
      return `${diedAt}  ${queue}  tried ${attempts}×  ${event}\n    ${error}\n`;
    });
    return lines.join('') || 'No dead letters.\n';
  });
}

/** Delivers a consumer's dead letters again, as if for the first time. */
export function replay(environment: Environment, consumer: string): Promise<string> {
  return withBus(environment, async (bus) => `${await bus.replay(consumer)} delivered again.\n`);
}

async function withBus<T>(environment: Environment, use: (bus: Bus) => Promise<T>): Promise<T> {
  const { AMQP_URL, AMQP_PREFIX = 'quire.' } = environment;
  const log = createLog('quire', 'error');
  const declared = Object.values(consumers);
  const db = AMQP_URL ? undefined : openDatabase({ url: await localBusUrl(environment), schema: 'bus', poolSize: 2 });
  const bus = db
    ? await openLocalBus({ db, consumers: declared, log })
    : await openRabbitBus({ url: AMQP_URL!, prefix: AMQP_PREFIX, consumers: declared, log });
  try {
    return await use(bus);
  } finally {
    await bus.close();
    await db?.destroy();
  }
}

/** Where an all-in-one keeps its deliveries: in the database of DATABASE_URL, else in the embedded one, which has to be running. */
async function localBusUrl({ DATABASE_URL, QUIRE_DATA_DIR = '.data' }: Environment): Promise<string> {
  const port = DATABASE_URL
    ? undefined
    : await readFile(join(QUIRE_DATA_DIR, 'postgres', 'port'), 'utf8').catch(() => undefined);
  if (!DATABASE_URL && port === undefined) {
    throw new Error(`There is no data in ${QUIRE_DATA_DIR}: set QUIRE_DATA_DIR, DATABASE_URL or AMQP_URL.`);
  }
  const secrets = await openSecrets(QUIRE_DATA_DIR);
  const password = databasePassword(secrets, 'bus');
  if (!DATABASE_URL) return `postgres://quire_bus:${password}@127.0.0.1:${port!.trim()}/postgres`;
  const schemas = [...services, 'bus'] as const;
  const passwords = Object.fromEntries(schemas.map((schema) => [schema, databasePassword(secrets, schema)]));
  return (await bootstrapDatabase(DATABASE_URL, { schemas, passwords })).bus;
}
