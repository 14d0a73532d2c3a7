import { randomBytes, randomUUID } from 'node:crypto';
import { consumers, type EventContract } from '@quire/contract';
import {
  type Bus,
  createLog,
  type Db,
  generateAssertionKeys,
  openLocalBus,
  principalHeader,
  principalSigner,
  type Service,
} from '@quire/runtime';
import { type ApiClient, type ApiResponse, apiClient, type RequestOptions, testDatabase } from '@quire/testing';
import { after, before } from 'mocha';
import { createService, readConfig } from '../src/service.js';

/** A running integrations service on a schema of its own; to be read inside hooks and tests only. */
export interface IntegrationsFixture {
  readonly db: Db;
  /** Reads as somebody who is a member of no organization. */
  get(path: string, options?: RequestOptions): Promise<ApiResponse>;
  anonymous(): ApiClient;
  /** Publishes an event as its owner would and waits until it has had its effect. */
  deliver(event: EventContract, told: { subject: string; sequence: number; data: unknown }): Promise<void>;
}

export function integrationsService(): IntegrationsFixture {
  const { privateKey, publicKey } = generateAssertionKeys();
  const database = testDatabase('integrations');
  const log = createLog('integrations', 'silent');
  const sign = principalSigner(privateKey);
  // Good for a minute: signed when it is used, because other suites may run before this one.
  const assertion = () =>
    sign({
      kind: 'user',
      userId: 'ada',
      displayName: 'Ada',
      email: 'ada@example.com',
      instanceAdmin: false,
      organizations: {},
      signOn: {},
      tokenId: 'token1',
      scopes: ['read', 'write'],
    });
  let bus: Bus | undefined;
  let service: Service | undefined;

  before('starts integrations', async () => {
    const { db, schema } = database;
    bus = await openLocalBus({ db, schema, consumers: Object.values(consumers), log, retryDelays: [10] });
    const config = readConfig({
      PUBLIC_URL: 'https://docs.example.com',
      DATABASE_URL: database.url,
      QUIRE_ASSERTION_PUBLIC_KEY: publicKey,
      QUIRE_INTERNAL_SECRET: randomBytes(32).toString('hex'),
      HOST: '127.0.0.1',
    });
    service = createService(config, { bus, log, schema });
    await service.start();
  });
  after('stops integrations', async () => {
    await service?.stop();
    await bus?.close();
  });

  const client = () => apiClient(`http://127.0.0.1:${service!.port}`);
  return {
    get db() {
      return database.db;
    },
    get: (path, options = {}) =>
      client().get(path, { ...options, headers: { ...options.headers, [principalHeader]: assertion() } }),
    anonymous: client,
    async deliver(event, told) {
      await bus!.publish({
        specversion: '1.0',
        id: randomUUID(),
        source: event.source,
        type: event.type,
        time: new Date().toISOString(),
        datacontenttype: 'application/json',
        ...told,
      });
      await service!.drain();
    },
  };
}
