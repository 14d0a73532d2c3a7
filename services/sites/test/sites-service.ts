import { randomBytes, randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { consumers, type EventContract, events, type IntegrationScope, internalContract } from '@quire/contract';
import {
  type Bus,
  createApp,
  createLog,
  type Db,
  generateAssertionKeys,
  internalRoute,
  newId,
  openLocalBus,
  type Principal,
  principalHeader,
  principalSigner,
  type Role,
  type Selection,
  type Service,
  serviceVerifier,
  unavailable,
} from '@quire/runtime';
import { type ApiClient, apiClient, type RequestOptions, testDatabase } from '@quire/testing';
import { after, before } from 'mocha';
import { createService, readConfig } from '../src/service.js';
import type { SpaceFacts } from '../src/tables/space.js';
import { FakeContent } from './fake-content.js';

export const publicUrl = 'https://docs.example.com';

type Requests = Omit<ApiClient, 'pages'>;

/** What content and identity would answer, to be filled by tests; `away` makes both fail. */
export interface Neighbours {
  spaces: Map<string, { sequence: number; data: SpaceFacts }>;
  organizations: Map<string, { title: string; hostname?: string; sequence: number }>;
  /** What content knows of pages. */
  pages: FakeContent;
  /** Ids that were asked for. */
  asked: string[];
  away: boolean;
}

/** A running sites service on a schema of its own; to be read inside hooks and tests only. */
export interface SitesFixture {
  readonly db: Db;
  readonly service: Service;
  readonly neighbours: Neighbours;
  /** Calls the service as a member with a role, a guest (null), or an outsider (undefined). */
  as(role: Role | null | undefined, organizationId: string): Requests;
  /** Calls the service as a member who has yet to sign on where the organization requires it. */
  beforeSignOn(organizationId: string, startURL: string): Requests;
  /** Calls the service as an installation in an organization, with these sites and the scopes of its integration. */
  asInstallation(organizationId: string, more: { sites: Selection; scopes?: IntegrationScope[] }): Requests;
  anonymous(): ApiClient;
  /** Publishes events as their owners would and waits until they have had their effect. */
  deliver(...told: Told[]): Promise<void>;
}

export interface Told {
  id?: string;
  event: EventContract;
  subject: string;
  sequence: number;
  data: unknown;
}

export function sitesService(): SitesFixture {
  const { privateKey, publicKey } = generateAssertionKeys();
  const sign = principalSigner(privateKey);
  const secret = randomBytes(32).toString('hex');
  const database = testDatabase('sites');
  const log = createLog('sites', 'silent');
  const neighbours: Neighbours = {
    spaces: new Map(),
    organizations: new Map(),
    pages: new FakeContent(),
    asked: [],
    away: false,
  };
  let fake: Server | undefined;
  let bus: Bus | undefined;
  let service: Service | undefined;

  before('starts sites', async () => {
    fake = neighbourApp(neighbours, { secret, db: database.db }).listen(0, '127.0.0.1');
    await new Promise((resolve) => fake!.once('listening', resolve));
    const neighbourUrl = `http://127.0.0.1:${(fake.address() as AddressInfo).port}`;
    const { db, schema } = database;
    bus = await openLocalBus({ db, schema, consumers: Object.values(consumers), log, retryDelays: [10, 10, 10] });
    const config = readConfig({
      PUBLIC_URL: publicUrl,
      DATABASE_URL: database.url,
      CONTENT_URL: neighbourUrl,
      IDENTITY_URL: neighbourUrl,
      INTEGRATIONS_URL: neighbourUrl,
      QUIRE_ASSERTION_PUBLIC_KEY: publicKey,
      QUIRE_INTERNAL_SECRET: secret,
      HOST: '127.0.0.1',
    });
    service = createService(config, { bus, log, schema });
    await service.start();
  });
  after('stops sites', async () => {
    await service?.stop();
    await bus?.close();
    await new Promise((resolve) => (fake ? fake.close(resolve) : resolve(undefined)));
  });

  const baseUrl = () => `http://127.0.0.1:${service!.port}`;
  return {
    get db() {
      return database.db;
    },
    get service() {
      return service!;
    },
    neighbours,
    as: (role, organizationId) => requests(baseUrl, sign(principalWith(role, organizationId))),
    beforeSignOn: (organizationId, startURL) => {
      const signOn = { [organizationId]: { role: 'admin' as const, startURL } };
      return requests(baseUrl, sign({ ...principalWith(undefined, organizationId), signOn }));
    },
    asInstallation: (organization, { sites, scopes = ['site:metadata:read'] }) => {
      const installation = { id: newId(), organization, spaces: [], sites, scopes };
      const who = { kind: 'installation' as const, userId: installation.id, integration: 'chat', installation };
      return requests(baseUrl, sign({ ...principalWith(null, organization), ...who }));
    },
    anonymous: () => apiClient(baseUrl()),
    async deliver(...told) {
      for (const { id = randomUUID(), event, subject, sequence, data } of told) {
        await bus!.publish({
          specversion: '1.0',
          id,
          source: event.source,
          type: event.type,
          time: new Date().toISOString(),
          subject,
          sequence,
          datacontenttype: 'application/json',
          data,
        });
      }
      await service!.drain();
    },
  };
}

export const principalWith = (role: Role | null | undefined, organizationId: string): Principal => ({
  kind: 'user',
  userId: 'ada',
  displayName: 'Ada',
  email: 'ada@example.com',
  instanceAdmin: false,
  organizations: role === undefined ? {} : { [organizationId]: { role, teams: [] } },
  signOn: {},
  tokenId: 'token1',
  scopes: ['read', 'write', 'admin'],
});

/** Builds state from events, so that each test has an organization and spaces of its own. */
export function factories(sites: SitesFixture) {
  const organization = async (hostname?: string) => {
    const id = newId();
    await sites.deliver(organizationTold(id, hostname === undefined ? {} : { hostname }));
    return id;
  };

  const space = async (organizationId: string, facts: Partial<SpaceFacts> = {}) => {
    const data = spaceFacts(organizationId, facts);
    await sites.deliver(spaceTold(events.spaceCreated, 1, data));
    return data;
  };

  /** A site with the spaces of the given titles, and how to call it as its administrator. */
  const site = async (...titles: string[]) => {
    const organizationId = await organization();
    const spaces: SpaceFacts[] = [];
    for (const title of titles) spaces.push(await space(organizationId, { title }));
    const admin = sites.as('admin', organizationId);
    const body = { title: 'Handbook', spaces: spaces.map((each) => each.space) };
    const created = await admin.post(`/v1/orgs/${organizationId}/sites`, body, { expect: 201 });
    const path = `/v1/orgs/${organizationId}/sites/${created.body.id}`;
    const listed = async (query: RequestOptions['query'] = {}) =>
      (await admin.get(`${path}/site-spaces`, { query, expect: 200 })).body;
    const titlesOf = async (query?: RequestOptions['query']): Promise<string[]> =>
      (await listed(query)).items.map((item: { title: string }) => item.title);
    return { organizationId, spaces, admin, id: created.body.id as string, path, listed, titlesOf };
  };

  return { organization, space, site };
}

export const spaceFacts = (organizationId: string, facts: Partial<SpaceFacts> = {}): SpaceFacts => ({
  space: newId(),
  organization: organizationId,
  title: 'Guide',
  emoji: '📘',
  defaultLevel: 'inherit',
  resolvedLevel: 'inherit',
  editMode: 'live',
  revision: newId(),
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  counts: { comments: 1, changeRequests: 4, changeRequestsOpen: 2, changeRequestsDraft: 1 },
  ...facts,
});

export const spaceTold = (event: EventContract, sequence: number, data: SpaceFacts & object): Told => ({
  event,
  subject: data.space,
  sequence,
  data,
});

export const purgeTold = (sequence: number, { space, organization }: SpaceFacts): Told => ({
  event: events.spacePurged,
  subject: space,
  sequence,
  data: { space, organization },
});

export const organizationTold = (id: string, facts: object = {}, sequence = 1): Told => ({
  event: sequence === 1 ? events.organizationCreated : events.organizationUpdated,
  subject: id,
  sequence,
  data: {
    organization: id,
    title: 'Acme',
    createdAt: '2026-01-01T00:00:00.000Z',
    type: 'business',
    emailDomains: [],
    defaultRole: null,
    sso: false,
    ai: false,
    inviteLinks: true,
    plan: 'enterprise_2024',
    ...facts,
  },
});

function requests(baseUrl: () => string, assertion: string): Requests {
  const signed = (options: RequestOptions = {}): RequestOptions => ({
    ...options,
    headers: { ...options.headers, [principalHeader]: assertion },
  });
  return {
    get: (path, options) => apiClient(baseUrl()).get(path, signed(options)),
    delete: (path, options) => apiClient(baseUrl()).delete(path, signed(options)),
    post: (path, body, options) => apiClient(baseUrl()).post(path, body, signed(options)),
    put: (path, body, options) => apiClient(baseUrl()).put(path, body, signed(options)),
    patch: (path, body, options) => apiClient(baseUrl()).patch(path, body, signed(options)),
  };
}

function neighbourApp(neighbours: Neighbours, { secret, db }: { secret: string; db: Db }) {
  const asked = (ids: readonly string[]) => {
    if (neighbours.away) throw unavailable('Away.');
    neighbours.asked.push(...ids);
    return ids;
  };
  return createApp({
    db,
    context: neighbours,
    validateResponses: true,
    log: createLog('neighbours', 'silent'),
    owned: [],
    operations: [],
    unimplemented: [],
    web: neighbours.pages.web,
    internal: [
      ...neighbours.pages.routes,
      internalRoute(internalContract.getSpaces, async ({ body }, { spaces }: Neighbours) => ({
        spaces: asked(body.ids).flatMap((id) => (spaces.has(id) ? [{ id, ...spaces.get(id)! }] : [])),
      })),
      internalRoute(internalContract.getOrganizations, async ({ body }, { organizations }: Neighbours) => ({
        organizations: asked(body.ids).flatMap((id) => {
          const found = organizations.get(id);
          return found ? [{ id, defaultRole: null, ...found }] : [];
        }),
      })),
    ],
    verifyPrincipal: () => {
      throw new Error('not called');
    },
    verifyService: serviceVerifier(secret),
    ready: async () => ({ ok: true, details: {} }),
  });
}
