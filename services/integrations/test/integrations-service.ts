import { randomBytes, randomUUID } from 'node:crypto';
import { consumers, type EventContract, internalContract } from '@quire/contract';
import {
  type Bus,
  type Cache,
  createLog,
  type Db,
  generateAssertionKeys,
  hashToken,
  type InternalContract,
  internalCall,
  openLocalBus,
  openLocalCache,
  type Principal,
  principalHeader,
  principalSigner,
  type Role,
  type Service,
} from '@quire/runtime';
import { type ApiClient, type ApiResponse, apiClient, type RequestOptions, testDatabase } from '@quire/testing';
import { after, before } from 'mocha';
import { type ReadOpenApi, readOpenApi } from '../src/openapi/read-openapi.js';
import { createService, readConfig } from '../src/service.js';
import { Neighbours } from './neighbours.js';

export type Requests = Omit<ApiClient, 'pages'>;

/** A running integrations service on a schema of its own; to be read inside hooks and tests only. */
export interface IntegrationsFixture {
  readonly db: Db;
  readonly service: Service;
  /** What identity, content and sites know. */
  readonly neighbours: Neighbours;
  /** What gateways keep. */
  readonly cache: Cache;
  /** Tells the service that so much time has gone by. */
  wait(milliseconds: number): void;
  /** Who a gateway would be told has a token. */
  introspect(token: string): Promise<{ principal: Principal | null }>;
  /** Calls the service as a user with these roles: by organization, null for a guest. */
  as(roles: Record<string, Role | null>, more?: Partial<Principal>): Requests;
  /** Reads as somebody who is a member of no organization. */
  get(path: string, options?: RequestOptions): Promise<ApiResponse>;
  anonymous(): ApiClient;
  /** Asks as another service does. */
  internal(
    operation: 'findOpenApiSpec' | 'getOpenApiDocument' | 'introspectIntegrationToken',
    body: object,
  ): Promise<unknown>;
  /** Publishes an event as its owner would and waits until it has had its effect. */
  deliver(event: EventContract, told: { subject: string; sequence: number; data: unknown }): Promise<void>;
}

/** `environment` is added to that of the service. */
export function integrationsService(environment: Record<string, string> = {}): IntegrationsFixture {
  const { privateKey, publicKey } = generateAssertionKeys();
  const database = testDatabase('integrations');
  const log = createLog('integrations', 'silent');
  const sign = principalSigner(privateKey);
  const secret = randomBytes(32).toString('hex');
  const neighbours = new Neighbours();
  const cache = openLocalCache({ max: 1_000 });
  let passed = 0;
  let bus: Bus | undefined;
  let service: Service | undefined;

  before('starts integrations', async () => {
    const { db, schema } = database;
    const neighbourUrl = await neighbours.listen(db, secret);
    bus = await openLocalBus({ db, schema, consumers: Object.values(consumers), log, retryDelays: [10] });
    const config = readConfig({
      PUBLIC_URL: 'https://docs.example.com',
      DATABASE_URL: database.url,
      QUIRE_ASSERTION_PUBLIC_KEY: publicKey,
      QUIRE_INTERNAL_SECRET: secret,
      QUIRE_INTEGRATION_KEY: randomBytes(32).toString('base64'),
      IDENTITY_URL: neighbourUrl,
      CONTENT_URL: neighbourUrl,
      SITES_URL: neighbourUrl,
      QUIRE_OUTBOUND_ALLOW: '127.0.0.0/8',
      HOST: '127.0.0.1',
      QUIRE_INTEGRATION_RUNTIME: 'off',
      ...environment,
    });
    service = createService(config, {
      readOpenApi: readHere,
      bus,
      cache,
      log,
      schema,
      clock: () => new Date(Date.now() + passed),
    });
    await service.start();
  });
  after('stops integrations', async () => {
    await service?.stop();
    await bus?.close();
    await cache.close();
    await neighbours.close();
  });

  const client = () => apiClient(`http://127.0.0.1:${service!.port}`);
  return {
    get db() {
      return database.db;
    },
    get service() {
      return service!;
    },
    neighbours,
    cache,
    introspect: async (token) => {
      const options = { baseUrl: `http://127.0.0.1:${service!.port}`, service: 'gateway', secret };
      const introspect = internalCall(internalContract.introspectIntegrationToken, options);
      return introspect({ params: {}, body: { tokenHash: hashToken(token) } });
    },
    wait: (milliseconds) => {
      passed += milliseconds;
    },
    // Signed for each call: an assertion is good for a minute, and other suites may run before.
    as: (roles, more = {}) => requests(client, () => sign({ ...principalWith(roles), ...more })),
    get: (path, options) => requests(client, () => sign(principalWith({}))).get(path, options),
    anonymous: client,
    internal: (operation, body) => {
      const baseUrl = `http://127.0.0.1:${service!.port}`;
      const call = internalCall(internalContract[operation] as InternalContract, {
        baseUrl,
        service: 'content',
        secret,
      });
      return call({ params: {}, body });
    },
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

export const principalWith = (roles: Record<string, Role | null>): Principal => ({
  kind: 'user',
  userId: 'ada',
  displayName: 'Ada',
  email: 'ada@example.com',
  instanceAdmin: false,
  organizations: Object.fromEntries(Object.entries(roles).map(([id, role]) => [id, { role, teams: [] }])),
  signOn: {},
  tokenId: 'token1',
  scopes: ['read', 'write'],
});

function requests(client: () => ApiClient, assertion: () => string): Requests {
  const signed = (options: RequestOptions = {}): RequestOptions => ({
    ...options,
    headers: { ...options.headers, [principalHeader]: assertion() },
  });
  return {
    get: (path, options) => client().get(path, signed(options)),
    delete: (path, options) => client().delete(path, signed(options)),
    post: (path, body, options) => client().post(path, body, signed(options)),
    put: (path, body, options) => client().put(path, body, signed(options)),
    patch: (path, body, options) => client().patch(path, body, signed(options)),
  };
}

/** In this thread: one of its own starts slowly while its sources are compiled, and is tested by itself. */
async function readHere(source: { url: string } | { text: string }): Promise<ReadOpenApi> {
  const text = 'text' in source ? source.text : await (await fetch(source.url)).text();
  const given = 'text' in source ? { text } : { text, url: source.url };
  return readOpenApi(given, () => Promise.reject(new Error('there are no other files')));
}
