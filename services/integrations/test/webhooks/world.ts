import { randomBytes, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { consumers, type EventContract, events } from '@quire/contract';
import {
  type Bus,
  createLog,
  type Db,
  generateAssertionKeys,
  newId,
  openLocalBus,
  type Principal,
  principalHeader,
  principalSigner,
  type Role,
  type Service,
} from '@quire/runtime';
import { type ApiClient, apiClient, type RequestOptions, testDatabase } from '@quire/testing';
import { after, afterEach, before } from 'mocha';
import { createService, readConfig } from '../../src/service.js';

export const publicUrl = 'https://docs.example.com';

/** A request as the receiver saw it, byte for byte. */
export interface Received {
  path: string;
  headers: IncomingMessage['headers'];
  body: Buffer;
}

type Behaviour = (response: ServerResponse, request: Received, index: number) => void;
type Requests = Omit<ApiClient, 'pages'>;

/** Somebody's server, on an address that is allowed. */
export interface Receiver {
  readonly received: Received[];
  readonly url: string;
  /** What it does with a request; `index` counts from 0. Answers 200 until told otherwise. */
  behave(behaviour: Behaviour): void;
}

/** A running integrations service with a receiver of webhooks; to be read inside hooks and tests only. */
export interface WebhookWorld {
  readonly db: Db;
  readonly receiver: Receiver;
  as(role: Role | null | undefined, organizationId: string, changes?: Partial<Principal>): Requests;
  /** Publishes an event as its owner would and waits until everything has come of it. */
  tell(event: EventContract, data: object, id?: string): Promise<void>;
  /** Delivers again what the bus delivered before. */
  repeat(): Promise<void>;
  settle(): Promise<void>;
  /** Stops the service, as a deployment does, and starts it anew. */
  restart(): Promise<void>;
  /** Moves the service's clock. */
  pass(ms: number): void;
  now(): Date;
}

export function webhookWorld({ retries = 5 }: { retries?: number } = {}): WebhookWorld {
  const { privateKey, publicKey } = generateAssertionKeys();
  const sign = principalSigner(privateKey);
  const database = testDatabase('webhooks');
  const log = createLog('integrations', 'silent');
  const receiver = receiverOfTests();
  let passed = 0;
  const clock = () => new Date(Date.now() + passed);
  let bus: Bus | undefined;
  let create: () => Service;
  let service: Service | undefined;

  before('starts integrations', async () => {
    const { db, schema } = database;
    const quick = Object.values(consumers).map((each) => ({ ...each, retryDelays: Array<number>(retries).fill(10) }));
    bus = await openLocalBus({ db, schema, consumers: quick, log });
    const config = readConfig({
      PUBLIC_URL: publicUrl,
      DATABASE_URL: database.url,
      IDENTITY_URL: 'http://127.0.0.1:9',
      CONTENT_URL: 'http://127.0.0.1:9',
      SITES_URL: 'http://127.0.0.1:9',
      QUIRE_ASSERTION_PUBLIC_KEY: publicKey,
      QUIRE_INTERNAL_SECRET: randomBytes(32).toString('hex'),
      QUIRE_INTEGRATION_KEY: randomBytes(32).toString('base64'),
      QUIRE_OUTBOUND_ALLOW: '127.0.0.1/32',
      QUIRE_WEBHOOK_TIMEOUT_MS: '400',
      HOST: '127.0.0.1',
    });
    create = () => createService(config, { bus, log, schema, clock });
    service = create();
    await service.start();
  });
  after('stops integrations', async () => {
    await service?.stop();
    await bus?.close();
  });

  // An event leads to deliveries, a delivery to a pause, a pause to an event.
  const settle = async () => {
    do await service!.drain();
    while (await isBusy(database.db));
  };
  return {
    get db() {
      return database.db;
    },
    receiver,
    as: (role, organizationId, changes = {}) =>
      requests(
        () => `http://127.0.0.1:${service!.port}`,
        () => sign({ ...principalWith(role, organizationId), ...changes }),
      ),
    async tell(event, data, id = randomUUID()) {
      await bus!.publish({
        specversion: '1.0',
        id,
        source: event.source,
        type: event.type,
        time: '2026-03-01T12:00:00.000Z',
        subject: newId(),
        sequence: 1,
        datacontenttype: 'application/json',
        data,
      });
      await settle();
    },
    async repeat() {
      await database.db('outbox').update({ published_at: null });
      await settle();
    },
    settle,
    async restart() {
      await service!.stop();
      service = create();
      await service.start();
    },
    pass: (ms) => {
      passed += ms;
    },
    now: clock,
  };
}

async function isBusy(db: Db): Promise<boolean> {
  const { rows } = await db.raw<{ rows: { busy: boolean }[] }>(
    `SELECT EXISTS (SELECT FROM outbox WHERE published_at IS NULL)
       OR EXISTS (SELECT FROM deliveries WHERE consumer LIKE 'integrations.%' AND dead_at IS NULL) AS busy`,
  );
  return rows[0]!.busy;
}

const principalWith = (role: Role | null | undefined, organizationId: string): Principal => ({
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

/** An organization with a webhook, and how to call both as its administrator. */
export async function organizationWithWebhook(
  world: WebhookWorld,
  { url = world.receiver.url, events: chosen = ['comment.posted'] }: { url?: string; events?: string[] } = {},
) {
  const organizationId = newId();
  const admin = world.as('admin', organizationId);
  const all = `/v1/orgs/${organizationId}/webhooks`;
  const { body: webhook } = await admin.post(all, { url, events: chosen }, { expect: 201 });
  const path = `${all}/${webhook.id}`;
  return {
    organizationId,
    admin,
    all,
    path,
    webhook,
    secret: webhook.secret as string,
    read: async () => (await admin.get(path, { expect: 200 })).body,
    log: async (query: RequestOptions['query'] = {}) =>
      (await admin.get(`${path}/deliveries`, { query, expect: 200 })).body.items,
    comment: (id?: string) => world.tell(events.commentPosted, commentIn(organizationId), id),
  };
}

export const commentIn = (organization: string) => ({
  comment: newId(),
  space: newId(),
  organization,
  postedBy: 'ada',
});

function requests(baseUrl: () => string, assertion: () => string): Requests {
  const signed = (options: RequestOptions = {}): RequestOptions => ({
    ...options,
    headers: { ...options.headers, [principalHeader]: assertion() },
  });
  return {
    get: (path, options) => apiClient(baseUrl()).get(path, signed(options)),
    delete: (path, options) => apiClient(baseUrl()).delete(path, signed(options)),
    post: (path, body, options) => apiClient(baseUrl()).post(path, body, signed(options)),
    put: (path, body, options) => apiClient(baseUrl()).put(path, body, signed(options)),
    patch: (path, body, options) => apiClient(baseUrl()).patch(path, body, signed(options)),
  };
}

function receiverOfTests(): Receiver {
  const received: Received[] = [];
  const answerOk: Behaviour = (response) => response.end('thanks');
  let behaviour = answerOk;
  let server: Server | undefined;
  before('starts a receiver', async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const one = { path: request.url!, headers: request.headers, body: Buffer.concat(chunks) };
        behaviour(response, one, received.push(one) - 1);
      });
    });
    server.listen(0, '127.0.0.1');
    await new Promise((resolve) => server!.once('listening', resolve));
  });
  afterEach('forgets what it received', () => {
    received.length = 0;
    behaviour = answerOk;
  });
  after('stops the receiver', () => {
    server?.closeAllConnections();
    server?.close();
  });
  return {
    received,
    get url() {
      return `http://127.0.0.1:${(server!.address() as AddressInfo).port}/hook?key=1`;
    },
    behave(next) {
      behaviour = next;
    },
  };
}
