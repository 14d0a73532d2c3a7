import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { EventEnvelope } from '@quire/contract';
import {
  type Bus,
  createLog,
  type Db,
  generateAssertionKeys,
  newId,
  type Principal,
  principalHeader,
  principalSigner,
  type Role,
  type Service,
} from '@quire/runtime';
import { type ApiClient, apiClient, type RequestOptions, testDatabase } from '@quire/testing';
import { after, before } from 'mocha';
import { createService, readConfig } from '../src/service.js';

export const publicUrl = 'https://docs.example.com';

/** A running content service on a schema of its own; to be read inside hooks and tests only. */
export interface ContentFixture {
  readonly db: Db;
  readonly baseUrl: string;
  readonly service: Service;
  readonly internalSecret: string;
  /** What was published. */
  readonly published: EventEnvelope[];
  /** Moves the service's clock. */
  now: Date;
  as(principal: Principal): Omit<ApiClient, 'pages'>;
  anonymous(): ApiClient;
  /** An address that the service handed out, as one that this test can reach. */
  reach(url: string): string;
}

/** A caller with a role in each of the organizations. */
export function principalOf(organizations: Record<string, Role | null>, userId = newId()): Principal {
  return {
    kind: 'user',
    userId,
    displayName: 'Ada',
    email: `${userId}@example.com`,
    instanceAdmin: false,
    organizations: Object.fromEntries(Object.entries(organizations).map(([id, role]) => [id, { role, teams: [] }])),
    signOn: {},
    tokenId: 'token1',
    scopes: ['read', 'write'],
  };
}

export function contentService(): ContentFixture {
  const { privateKey, publicKey } = generateAssertionKeys();
  const sign = principalSigner(privateKey);
  const internalSecret = randomBytes(32).toString('hex');
  const database = testDatabase('content');
  const published: EventEnvelope[] = [];
  const bus = {
    publish: async (event: EventEnvelope) => void published.push(event),
    consume: async () => ({ stop: async () => undefined }),
    healthy: async () => true,
    pending: async () => 0,
  } as unknown as Bus;
  let service: Service | undefined;
  let folder: string | undefined;

  const fixture: ContentFixture = {
    get db() {
      return database.db;
    },
    get baseUrl() {
      return `http://127.0.0.1:${service!.port}`;
    },
    get service() {
      return service!;
    },
    internalSecret,
    published,
    now: new Date(),
    as: (principal) => {
      const client = apiClient(fixture.baseUrl);
      const signed = (options: RequestOptions = {}): RequestOptions => ({
        ...options,
        headers: { ...options.headers, [principalHeader]: sign(principal) },
      });
      return {
        get: (path, options) => client.get(path, signed(options)),
        delete: (path, options) => client.delete(path, signed(options)),
        post: (path, body, options) => client.post(path, body, signed(options)),
        put: (path, body, options) => client.put(path, body, signed(options)),
        patch: (path, body, options) => client.patch(path, body, signed(options)),
      };
    },
    anonymous: () => apiClient(fixture.baseUrl),
    reach: (url) => url.replace(publicUrl, fixture.baseUrl),
  };

  before('starts content', async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-content-'));
    const config = readConfig({
      PUBLIC_URL: publicUrl,
      DATABASE_URL: database.url,
      QUIRE_ASSERTION_PUBLIC_KEY: publicKey,
      QUIRE_INTERNAL_SECRET: internalSecret,
      QUIRE_FILE_URL_SECRET: randomBytes(32).toString('hex'),
      QUIRE_OUTBOUND_ALLOW: '127.0.0.0/8',
      QUIRE_DATA_DIR: folder,
      HOST: '127.0.0.1',
    });
    const log = createLog('content', process.env.TEST_LOG ? 'error' : 'silent');
    service = createService(config, { bus, log, schema: database.schema, clock: () => fixture.now });
    await service.start();
  });
  after('stops content', async () => {
    await service?.stop();
    if (folder) await rm(folder, { recursive: true, force: true });
  });
  return fixture;
}
