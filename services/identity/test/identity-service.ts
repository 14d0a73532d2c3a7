import { randomBytes, randomUUID } from 'node:crypto';
import { after, before } from 'mocha';
import type { ConsumerContract, EventContract, EventEnvelope } from '@quire/contract';
import { internalContract } from '@quire/contract';
import {
  type Bus,
  type Cache,
  createLog,
  type Db,
  generateAssertionKeys,
  hashToken,
  internalCall,
  type Log,
  openLocalCache,
  type Principal,
  principalHeader,
  principalSigner,
  type Service,
  unavailable,
} from '@quire/runtime';
import { type ApiClient, apiClient, type RequestOptions, testDatabase } from '@quire/testing';
import { createService, type IdentityConfig, readConfig } from '../src/service.js';

export const publicUrl = 'https://docs.example.com';
export const adminToken = 'the-first-token-of-the-administrator';

type Requests = Omit<ApiClient, 'pages'>;

/** A running identity service on a schema of its own; to be read inside hooks and tests only. */
export interface IdentityFixture {
  readonly db: Db;
  readonly config: IdentityConfig;
  readonly service: Service;
  /** What was published. */
  readonly published: EventEnvelope[];
  /** Keys that were forgotten; `refusing` makes the cache fail. */
  readonly cache: Cache & { forgotten: string[]; refusing: boolean };
  /** Moves the service's clock. */
  now: Date;
  /** Calls the service with the principal that the token has at the moment of each call, as the gateway does. */
  as(token: string): Requests;
  asPrincipal(principal: Principal): Requests;
  anonymous(): ApiClient;
  introspect(token: string): Promise<Principal | null>;
  /** Brings an event of another service and waits until it has had its effect; the same id twice is a redelivery. */
  deliver(event: EventContract, told: { subject: string; sequence: number; data: unknown; id?: string }): Promise<void>;
  another(overrides?: Record<string, string>, log?: Log): Service;
}

export function identityService(): IdentityFixture {
  const { privateKey, publicKey } = generateAssertionKeys();
  const sign = principalSigner(privateKey);
  const secret = randomBytes(32).toString('hex');
  const database = testDatabase('identity');
  const cache = recordingCache();
  const published: EventEnvelope[] = [];
  const handlers: Parameters<Bus['consume']>[1][] = [];
  const bus = {
    publish: async (event: EventEnvelope) => void published.push(event),
    healthy: async () => true,
    pending: async () => 0,
    consume: async (_contract: ConsumerContract, handler: (typeof handlers)[number]) => {
      handlers.push(handler);
      return { stop: async () => void handlers.splice(handlers.indexOf(handler), 1) };
    },
  } as unknown as Bus;
  const log = createLog('identity', 'silent');
  let service: Service | undefined;

  const configOf = (variables: Record<string, string> = {}) =>
    readConfig({
      PUBLIC_URL: publicUrl,
      DATABASE_URL: database.url,
      QUIRE_ASSERTION_PUBLIC_KEY: publicKey,
      QUIRE_INTERNAL_SECRET: secret,
      QUIRE_ADMIN_TOKEN: adminToken,
      HOST: '127.0.0.1',
      ...variables,
    });
  const baseUrl = () => `http://127.0.0.1:${service!.port}`;

  const fixture: IdentityFixture = {
    get db() {
      return database.db;
    },
    get config() {
      return configOf();
    },
    get service() {
      return service!;
    },
    published,
    cache,
    now: new Date(),
    as: (token) =>
      requests(baseUrl, async () => {
        const principal = await fixture.introspect(token);
        if (!principal) throw new Error('The token is not valid.');
        return sign(principal);
      }),
    asPrincipal: (principal) => requests(baseUrl, async () => sign(principal)),
    anonymous: () => apiClient(baseUrl()),
    introspect: async (token) => {
      const call = internalCall(internalContract.introspectToken, { baseUrl: baseUrl(), service: 'gateway', secret });
      return (await call({ params: {}, body: { tokenHash: hashToken(token) } })).principal;
    },
    deliver: async ({ source, type }, { id = randomUUID(), ...told }) => {
      const time = new Date().toISOString();
      const event = { specversion: '1.0' as const, id, source, type, time, ...told };
      await handlers[0]!({ ...event, datacontenttype: 'application/json' }, () => false);
    },
    another: (variables = {}, ownLog = log) =>
      createService(configOf(variables), { bus, cache, log: ownLog, schema: database.schema }),
  };

  before('starts identity', async () => {
    // Files are loaded long before their turn comes.
    fixture.now = new Date();
    const overrides = { bus, cache, log, schema: database.schema, clock: () => fixture.now };
    service = createService(configOf(), overrides);
    await service.start();
  });
  after('stops identity', async () => {
    await service?.stop();
  });
  return fixture;
}

function requests(baseUrl: () => string, assertion: () => Promise<string>): Requests {
  const signed = async (options: RequestOptions = {}): Promise<RequestOptions> => ({
    ...options,
    headers: { ...options.headers, [principalHeader]: await assertion() },
  });
  return {
    get: async (path, options) => apiClient(baseUrl()).get(path, await signed(options)),
    delete: async (path, options) => apiClient(baseUrl()).delete(path, await signed(options)),
    post: async (path, body, options) => apiClient(baseUrl()).post(path, body, await signed(options)),
    put: async (path, body, options) => apiClient(baseUrl()).put(path, body, await signed(options)),
    patch: async (path, body, options) => apiClient(baseUrl()).patch(path, body, await signed(options)),
  };
}

function recordingCache(): IdentityFixture['cache'] {
  const cache = openLocalCache({ max: 1000 });
  return {
    ...cache,
    forgotten: [],
    refusing: false,
    async forget(keys) {
      if (this.refusing) throw unavailable('The cache is not reachable.');
      this.forgotten.push(...keys);
      await cache.forget(keys);
    },
  };
}
