import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ServiceName, services } from '@quire/contract';
import { bootstrapDatabase } from '@quire/embedded-postgres/bootstrap';
import { findFreePort } from '@quire/embedded-postgres/ports';
import { servicePorts } from '@quire/local/composition';
import { generateAssertionKeys } from '@quire/runtime';
import { type ApiClient, apiClient, eventually, testDatabaseUrl } from '@quire/testing';
import { after, afterEach, before } from 'mocha';
import pg from 'pg';
import { type CuttableProxy, openProxy } from './cuttable-proxy.js';
import { Deployable } from './process.js';

/** A whole Quire for one suite, in the mode that E2E_MODE names; to be read inside hooks and tests only. */
export interface World {
  mode: 'local' | 'distributed';
  readonly url: string;
  readonly token: string;
  readonly api: ApiClient;
  /** The process that holds a service; all in one there is but one. */
  holder(name: ServiceName | 'gateway'): Deployable;
  /** Runs SQL as a superuser on the world's database. */
  sql<Row extends object>(text: string, values?: unknown[]): Promise<Row[]>;
  /** Lets nobody write to a table until it is called again. */
  holdBackWrites(table: string): Promise<() => Promise<void>>;
  /** Resolves when somebody waits for a table that is held back. */
  waitsToWrite(table: string): Promise<void>;
  /** Keeps events from leaving a service although its writes commit, until it is called again. */
  holdBackEvents(): Promise<() => Promise<void>>;
}

export const mode = process.env.E2E_MODE === 'distributed' ? 'distributed' : 'local';

export function world(): World {
  const token = `e2e-${randomBytes(24).toString('base64url')}`;
  const name = `quire_e2e_${randomBytes(4).toString('hex')}`;
  let adminUrl = '';
  let url = '';
  let folder = '';
  let broker: CuttableProxy | undefined;
  let deployables: { name: ServiceName | 'gateway' | 'all'; deployable: Deployable }[] = [];

  const holdBackWrites = async (table: string) => {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    await client.query('begin');
    await client.query(`lock table ${table} in exclusive mode`);
    return async () => client.end();
  };

  const sql = async <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> => {
    const client = new pg.Client({ connectionString: adminUrl });
    await client.connect();
    try {
      return (await client.query<Row>(text, values)).rows;
    } finally {
      await client.end();
    }
  };

  before(`starts Quire, ${mode}`, async function () {
    this.timeout(120_000);
    folder = await mkdtemp(join(tmpdir(), 'quire e2e '));
    const server = new URL(testDatabaseUrl());
    const maintenance = new pg.Client({ connectionString: server.href });
    await maintenance.connect();
    await maintenance.query(`create database ${name}`);
    await maintenance.end();
    server.pathname = `/${name}`;
    adminUrl = server.href;
    const port = await findFreePort();
    url = `http://127.0.0.1:${port}`;
    const common = {
      PUBLIC_URL: url,
      QUIRE_ADMIN_TOKEN: token,
      QUIRE_OUTBOUND_ALLOW: '127.0.0.0/8',
      QUIRE_DATA_DIR: folder,
      LOG_LEVEL: 'warn',
      RATE_LIMIT_PER_MINUTE: '0',
      NODE_ENV: 'test',
      QUIRE_DOCUMENTATION: 'off',
    };
    if (mode === 'local') {
      const main = new Deployable('infra/local/dist/main.js', port, { ...common, DATABASE_URL: adminUrl });
      deployables = [{ name: 'all', deployable: main }];
    } else {
      const amqp = new URL(process.env.AMQP_URL!);
      broker = await openProxy({ hostname: amqp.hostname, port: Number(amqp.port || 5672) });
      amqp.host = `127.0.0.1:${broker.port}`;
      deployables = await distributed({ common, port, adminUrl, amqpUrl: amqp.href, prefix: `${name}.` });
    }
    await Promise.all(
      deployables.filter((each) => each.name !== 'gateway').map(({ deployable }) => deployable.start()),
    );
    await deployables.find((each) => each.name === 'gateway')?.deployable.start();
  });

  afterEach('every process is alive', () => {
    for (const { deployable } of deployables) deployable.assertAlive();
  });

  after('stops Quire', async function () {
    this.timeout(60_000);
    await Promise.all(deployables.map(({ deployable }) => deployable.stop()));
    await broker?.close();
    if (mode === 'distributed') await removeQueues(`${name}.`);
    const maintenance = new pg.Client({ connectionString: testDatabaseUrl() });
    await maintenance.connect();
    await maintenance.query(`drop database if exists ${name} with (force)`);
    const { rows } = await maintenance.query<{ rolname: string }>(
      'select rolname from pg_roles where rolname like $1',
      [`${name}%`],
    );
    for (const { rolname } of rows) await maintenance.query(`drop role ${rolname}`);
    await maintenance.end();
    await rm(folder, { recursive: true, force: true });
  });

  return {
    mode,
    token,
    get url() {
      return url;
    },
    get api() {
      return apiClient(url, token);
    },
    holder: (wanted) => deployables.find((each) => each.name === wanted || each.name === 'all')!.deployable,
    sql,
    holdBackWrites,
    waitsToWrite: (table) =>
      eventually(
        async () => {
          const waiting = await sql('select from pg_locks where relation = $1::regclass and not granted', [table]);
          if (waiting.length === 0) throw new Error(`nobody waits to write to ${table}`);
        },
        { timeoutMs: 30_000 },
      ),
    async holdBackEvents() {
      if (broker) {
        broker.cut();
        return async () => broker!.mend();
      }
      // All in one, events go through the table of the bus: whoever wants to publish has to wait for this lock.
      return holdBackWrites('bus.deliveries');
    },
  };
}

interface Plan {
  common: Record<string, string>;
  port: number;
  adminUrl: string;
  amqpUrl: string;
  prefix: string;
}

async function distributed({ common, port, adminUrl, amqpUrl, prefix }: Plan) {
  const databases = await bootstrapDatabase(adminUrl, { schemas: services });
  const keys = generateAssertionKeys();
  const ports = await servicePorts(port);
  const environment = {
    ...common,
    HOST: '127.0.0.1',
    AMQP_URL: amqpUrl,
    AMQP_PREFIX: prefix,
    REDIS_URL: process.env.REDIS_URL!,
    QUIRE_INTERNAL_SECRET: randomBytes(32).toString('hex'),
    QUIRE_FILE_URL_SECRET: randomBytes(32).toString('hex'),
    QUIRE_INTEGRATION_KEY: randomBytes(32).toString('base64'),
    QUIRE_ASSERTION_PUBLIC_KEY: keys.publicKey,
    ...Object.fromEntries(services.map((name) => [`${name.toUpperCase()}_URL`, `http://127.0.0.1:${ports[name]}`])),
  };
  const contexts = services.map((name) => ({
    name,
    deployable: new Deployable(`services/${name}/dist/main.js`, ports[name], {
      ...environment,
      DATABASE_URL: databases[name],
    }),
  }));
  const door = new Deployable('gateway/dist/main.js', port, {
    ...environment,
    QUIRE_ASSERTION_PRIVATE_KEY: keys.privateKey,
  });
  return [...contexts, { name: 'gateway' as const, deployable: door }];
}

async function removeQueues(prefix: string): Promise<void> {
  const { connect } = await import('amqplib');
  const { consumers } = await import('@quire/contract');
  const connection = await connect(process.env.AMQP_URL!);
  const channel = await connection.createChannel();
  for (const { name, retryDelays = [1_000, 5_000, 30_000, 120_000, 600_000] } of Object.values(consumers)) {
    await channel.deleteQueue(`${prefix}${name}`);
    await channel.deleteQueue(`${prefix}${name}.dead`);
    for (const delay of retryDelays) await channel.deleteQueue(`${prefix}${name}.retry.${delay}`);
  }
  await channel.deleteExchange(`${prefix}events`);
  await connection.close();
}
