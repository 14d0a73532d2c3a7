import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { consumers, ownedBy } from '@quire/contract';
import {
  type Bus,
  contextService,
  type ContextServiceOptions,
  createIdempotencyTable,
  createInboxTable,
  createLog,
  createOutboxTable,
  generateAssertionKeys,
  loadConfig,
  type Migration,
  openLocalBus,
  openLocalCache,
  type Part,
  serviceEnvironment,
} from '@quire/runtime';
import { apiClient, eventually, testDatabase } from '@quire/testing';
import { expect } from 'chai';
import { z } from 'zod';

const tables: Migration = {
  name: '0001-tables',
  async up(tx) {
    await createOutboxTable(tx);
    await createInboxTable(tx);
    await createIdempotencyTable(tx);
  },
};

describe('contextService', () => {
  const database = testDatabase('context_service');
  const { publicKey } = generateAssertionKeys();
  const log = createLog('integrations', 'silent');
  let closed: string[];
  let bus: Bus;

  beforeEach(async () => {
    const { db, schema } = database;
    closed = [];
    bus = await openLocalBus({ db, schema, consumers: Object.values(consumers), log });
  });
  afterEach(() => bus.close());

  const recorded = <Adapter extends { close(): Promise<void> }>(name: string, adapter: Adapter): Adapter => ({
    ...adapter,
    close: async () => void closed.push(name),
  });

  const serviceOf = (options: Partial<ContextServiceOptions<object>> = {}, environment: Record<string, string> = {}) =>
    contextService<object>({
      name: 'integrations',
      config: loadConfig(z.object(serviceEnvironment), {
        PUBLIC_URL: 'https://docs.example.com',
        DATABASE_URL: database.url,
        QUIRE_ASSERTION_PUBLIC_KEY: publicKey,
        QUIRE_INTERNAL_SECRET: 'x'.repeat(32),
        HOST: '127.0.0.1',
        ...environment,
      }),
      migrations: [tables],
      operations: [],
      unimplemented: ownedBy('integrations').map(({ operationId }) => operationId),
      context: () => ({}),
      ...options,
      overrides: { bus: recorded('bus', bus), log, schema: database.schema, ...options.overrides },
    });
  const readiness = async (service: { port: number }) =>
    (await apiClient(`http://127.0.0.1:${service.port}`).get('/readyz')).body.details;

  it('starts its own parts on a migrated schema, before it listens, and stops them after', async () => {
    const seen: unknown[] = [];
    const answers = async () =>
      apiClient(`http://127.0.0.1:${service.port || 1}`)
        .get('/healthz')
        .then(
          () => true,
          () => false,
        );
    const part: Part = {
      start: async () => void seen.push(await database.db('outbox').count(), await answers()),
      drain: async () => void seen.push('drained'),
      stop: async () => void seen.push(await answers()),
    };
    const service = serviceOf({ parts: () => [part] });
    await service.start();
    expect(await answers()).to.equal(true);
    await service.drain();
    await service.stop();
    expect(seen).to.deep.equal([[{ count: '0' }], false, 'drained', false]);
  });

  it('is ready while Postgres, the bus and a cache that it opened answer', async () => {
    const plain = serviceOf();
    await plain.start();
    expect(await readiness(plain)).to.deep.equal({ database: true, bus: true });
    await plain.stop();

    const cache = { ...openLocalCache({ max: 1 }), healthy: async () => false };
    const caching = serviceOf({
      overrides: { cache },
      context: async ({ openCache }) => ({ cache: await openCache() }),
    });
    await caching.start();
    expect(await readiness(caching)).to.deep.equal({ database: true, bus: true, cache: false });
    await caching.stop();
  });

  it('leaves adapters open that it was given', async () => {
    const cache = recorded('cache', openLocalCache({ max: 1 }));
    const service = serviceOf({
      overrides: { cache },
      context: async ({ openCache }) => ({ cache: await openCache() }),
    });
    await service.start();
    await service.stop();
    expect(closed).to.deep.equal([]);
  });

  it('starts again after it has stopped', async () => {
    const service = serviceOf();
    for (let round = 0; round < 2; round += 1) {
      await service.start();
      expect(await readiness(service)).to.deep.equal({ database: true, bus: true });
      await service.stop();
    }
  });

  it('leaves no connection behind when it cannot start', async () => {
    const blocker = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => blocker.once('listening', resolve));
    const PORT = String((blocker.address() as AddressInfo).port);
    const stopped: string[] = [];
    const own = serviceOf({ parts: () => [{ stop: async () => void stopped.push('part') }] }, { PORT });
    const broken = serviceOf({
      context: async ({ db }) => {
        await db.raw('SELECT 1');
        throw new Error('no context');
      },
    });
    const refused = await own.start().catch((error: NodeJS.ErrnoException) => error.code);
    expect(refused).to.equal('EADDRINUSE');
    expect(stopped).to.deep.equal(['part']);
    expect(await broken.start().catch((error: Error) => error.message)).to.equal('no context');
    await new Promise((resolve) => blocker.close(resolve));
    // The pool of the test itself has the same name.
    await eventually(async () => {
      const { rows } = await database.db.raw(
        'SELECT count(*)::integer AS count FROM pg_stat_activity WHERE application_name = ?',
        [`quire-${database.schema}`],
      );
      const { pool } = database.db.client;
      expect(rows[0].count).to.equal(pool.numUsed() + pool.numFree());
    });
  });

  it('refuses to boot with an operation that nobody answers', async () => {
    const service = serviceOf({ unimplemented: [] });
    expect(await service.start().catch((error: Error) => error.message)).to.match(/has no handler$/);
  });
});
