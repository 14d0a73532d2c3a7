import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type EventEnvelope, internalContract, type Member, type Organization } from '@quire/contract';
import {
  type Bus,
  createApp,
  createLog,
  type Db,
  type FileStore,
  generateAssertionKeys,
  internalRoute,
  type Log,
  newId,
  notFound,
  openLocalFileStore,
  type Principal,
  principalHeader,
  principalSigner,
  type Role,
  type Service,
  serviceVerifier,
  unavailable,
} from '@quire/runtime';
import { type ApiClient, apiClient, type RequestOptions, testDatabase } from '@quire/testing';
import { after, before } from 'mocha';
import { type ContentConfig, createService, readConfig } from '../src/service.js';

export const publicUrl = 'https://docs.example.com';

/** What other services would answer, to be filled by tests; `away` makes it fail. */
export interface Neighbour {
  /** By organization and user id, as `organization/user`. */
  members: Map<string, { role: Role | null; sequence: number }>;
  /** By organization and team id. */
  teams: Map<string, { title: string; owners?: string[]; sequence: number }>;
  /** By organization and slug. */
  specs: Map<string, { spec: string; version: string | null; visibility: 'private' | 'public' }>;
  /** OpenAPI documents by version. */
  documents: Map<string, Record<string, unknown>>;
  /** Who tokens stand for, by their ids. */
  callers: Map<string, Principal>;
  away: boolean;
}

/** A running content service on a schema of its own; to be read inside hooks and tests only. */
export interface ContentFixture {
  readonly db: Db;
  readonly baseUrl: string;
  readonly service: Service;
  readonly internalSecret: string;
  /** Where the service keeps bytes. */
  readonly files: FileStore;
  readonly identity: Neighbour;
  /** What was published. */
  readonly published: EventEnvelope[];
  /** Moves the service's clock. */
  now: Date;
  as(principal: Principal, baseUrl?: string): Omit<ApiClient, 'pages'>;
  anonymous(): ApiClient;
  /** Starts another replica, to be stopped by the test. */
  replica(): Promise<{ service: Service; baseUrl: string }>;
  /** What the service and its replicas had to say. */
  readonly logged: { level: string; message: string }[];
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
  const logged: ContentFixture['logged'] = [];
  const log = recorder(createLog('content', process.env.TEST_LOG ? 'error' : 'silent'), logged);
  const bus = {
    publish: async (event: EventEnvelope) => void published.push(event),
    consume: async () => ({ stop: async () => undefined }),
    healthy: async () => true,
    pending: async () => 0,
  } as unknown as Bus;
  const identity: Neighbour = {
    members: new Map(),
    teams: new Map(),
    specs: new Map(),
    documents: new Map(),
    callers: new Map(),
    away: false,
  };
  let neighbour: Server | undefined;
  let service: Service | undefined;
  let folder: string | undefined;
  let config: ContentConfig | undefined;
  let files: FileStore | undefined;

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
    get files() {
      return files!;
    },
    identity,
    published,
    logged,
    now: new Date(),
    as: (principal, baseUrl = fixture.baseUrl) => {
      const client = apiClient(baseUrl);
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
    async replica() {
      const other = createService(config!, { bus, log, schema: database.schema, clock: () => fixture.now });
      await other.start();
      return { service: other, baseUrl: `http://127.0.0.1:${other.port}` };
    },
    reach: (url) => url.replace(publicUrl, fixture.baseUrl),
  };

  before('starts content', async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-content-'));
    files = await openLocalFileStore({ folder: join(folder, 'files') });
    neighbour = neighbourApp(identity, { secret: internalSecret, db: database.db }).listen(0, '127.0.0.1');
    await new Promise((resolve) => neighbour!.once('listening', resolve));
    config = readConfig({
      IDENTITY_URL: `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}`,
      INTEGRATIONS_URL: `http://127.0.0.1:${(neighbour.address() as AddressInfo).port}`,
      PUBLIC_URL: publicUrl,
      DATABASE_URL: database.url,
      QUIRE_ASSERTION_PUBLIC_KEY: publicKey,
      QUIRE_INTERNAL_SECRET: internalSecret,
      QUIRE_FILE_URL_SECRET: randomBytes(32).toString('hex'),
      QUIRE_OUTBOUND_ALLOW: '127.0.0.0/8',
      QUIRE_DATA_DIR: folder,
      HOST: '127.0.0.1',
    });
    service = createService(config, { bus, log, schema: database.schema, clock: () => fixture.now });
    await service.start();
  });
  after('stops content', async () => {
    await service?.stop();
    await new Promise((resolve) => (neighbour ? neighbour.close(resolve) : resolve(undefined)));
    if (folder) await rm(folder, { recursive: true, force: true });
  });
  return fixture;
}

/** A log that also notes what it is told. */
function recorder(log: Log, logged: ContentFixture['logged']): Log {
  const at = (level: 'debug' | 'info' | 'warn' | 'error') => (fields: object, message: string) => {
    logged.push({ level, message });
    log[level](fields, message);
  };
  return {
    debug: at('debug'),
    info: at('info'),
    warn: at('warn'),
    error: at('error'),
    child: (fields) => recorder(log.child(fields), logged),
  };
}

/** A member as identity would describe them. */
export const describedMember = (id: string, role: Role | null): Member => ({
  object: 'member',
  id,
  role,
  user: { object: 'user', id, displayName: 'Ada', urls: { location: `${publicUrl}/v1/users/${id}` } },
  disabled: false,
  joinedAt: '2026-01-01T00:00:00.000Z',
  sso: false,
  spaces: 0,
  teams: 0,
});

function neighbourApp(identity: Neighbour, { secret, db }: { secret: string; db: Db }) {
  const answer = <T>(value: T): T => {
    if (identity.away) throw unavailable('identity is away.');
    return value;
  };
  const told = <Fact, Answer>(
    facts: Map<string, Fact>,
    [organization, ids]: [string, string[]],
    as: (id: string, fact: Fact) => Answer,
  ) =>
    ids.flatMap((id) => {
      const fact = facts.get(`${organization}/${id}`);
      return fact ? [as(id, fact)] : [];
    });
  return createApp({
    db,
    context: undefined,
    log: createLog('neighbour', 'silent'),
    validateResponses: true,
    owned: [],
    operations: [],
    unimplemented: [],
    internal: [
      internalRoute(internalContract.introspectToken, async ({ body }) => ({
        principal: answer('tokenId' in body ? (identity.callers.get(body.tokenId) ?? null) : null),
      })),
      internalRoute(internalContract.viewOrganizations, async ({ body: { ids } }) => ({
        organizations: answer(ids.map(organizationOf)),
      })),
      internalRoute(internalContract.getMembers, async ({ body: { organization, users } }) => ({
        members: answer(
          told(identity.members, [organization, users], (user, { role, sequence }) => {
            return { user, role, displayName: 'Ada', email: `${user}@example.com`, sequence };
          }),
        ),
      })),
      internalRoute(internalContract.describeMembers, async ({ body: { organization, users } }) => ({
        members: answer(told(identity.members, [organization, users], (id, { role }) => describedMember(id, role))),
      })),
      internalRoute(internalContract.findOpenApiSpec, async ({ body: { organization, slug } }) => {
        const found = answer(identity.specs.get(`${organization}/${slug}`));
        if (!found) throw notFound('OpenAPI specification');
        return found;
      }),
      internalRoute(internalContract.getOpenApiDocument, async ({ body: { version } }) => {
        const document = answer(identity.documents.get(version));
        if (!document) throw notFound('version');
        return { slug: 'any', organization: 'any', document };
      }),
      internalRoute(internalContract.getTeams, async ({ body: { organization, teams, viewer } }) => ({
        teams: answer(
          told(identity.teams, [organization, teams], (id, { title, owners = [], sequence }) => {
            const ownRole = owners.includes(viewer) ? ('owner' as const) : null;
            return { id, title, members: 1, spaces: 1, createdAt: '2026-01-01T00:00:00.000Z', ownRole, sequence };
          }),
        ),
      })),
    ],
    verifyPrincipal: () => {
      throw unavailable('nobody is a caller here');
    },
    verifyService: serviceVerifier(secret),
    ready: async () => ({ ok: true, details: {} }),
  });
}

function organizationOf(id: string): Organization {
  return {
    object: 'organization',
    id,
    title: 'Acme',
    createdAt: '2026-01-01T00:00:00.000Z',
    emailDomains: [],
    type: 'business',
    inviteLinks: true,
    plan: 'enterprise_2024',
    urls: { location: `${publicUrl}/v1/orgs/${id}`, app: `${publicUrl}/app/organization/${id}` },
    permissions: {
      view: true,
      admin: true,
      ownTeam: false,
      createContent: true,
      createOpenAPISpec: true,
      viewBilling: true,
      listMembers: true,
      listTeams: true,
      listIntegrations: true,
    },
  };
}
