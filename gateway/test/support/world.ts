import {
  createServer,
  type IncomingMessage,
  request as httpRequest,
  type RequestListener,
  type RequestOptions,
  type Server,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineOperation, internalContract, type OperationContract } from '@quire/contract';
import { createService, type GatewayOverrides, readConfig } from '@quire/gateway';
import {
  type Cache,
  createToken,
  generateAssertionKeys,
  hashToken,
  type Log,
  openLocalCache,
  type Principal,
  principalVerifier,
  serviceHeader,
  serviceVerifier,
} from '@quire/runtime';
import express from 'express';
import { z } from 'zod';

export const secret = 'x'.repeat(40);
const keys = generateAssertionKeys();
export const verifyAssertion = principalVerifier(keys.publicKey);

const shape = { params: z.any(), query: z.any(), tag: 'things', summary: 'a test', success: 200 as const };

/** A small API of its own, so that every property an operation may have occurs. */
export const testOperations: readonly OperationContract[] = [
  { operationId: 'getThing', method: 'GET', path: '/v1/things/{thingId}', service: 'content', access: 'token' },
  { operationId: 'updateThing', method: 'PATCH', path: '/v1/things/{thingId}', service: 'content', access: 'token' },
  { operationId: 'deleteThing', method: 'DELETE', path: '/v1/things/{thingId}', service: 'content', access: 'token' },
  { operationId: 'createThing', method: 'POST', path: '/v1/things', service: 'content', access: 'token' },
  {
    operationId: 'getPage',
    method: 'GET',
    path: '/v1/things/{thingId}/path/{pagePath}',
    service: 'content',
    access: 'token',
  },
  {
    operationId: 'getImpatient',
    method: 'GET',
    path: '/v1/impatient',
    service: 'content',
    access: 'token',
    timeout: 200,
  },
  {
    operationId: 'putImpatient',
    method: 'PUT',
    path: '/v1/impatient',
    service: 'content',
    access: 'token',
    timeout: 200,
  },
  { operationId: 'listUsers', method: 'GET', path: '/v1/admin/users', service: 'content', access: 'instance-admin' },
  {
    operationId: 'putFile',
    method: 'PUT',
    path: '/v1/files/{fileId}',
    service: 'content',
    access: 'public',
    raw: true,
    bodyLimit: 64 * 1024 * 1024,
  },
  {
    operationId: 'getFile',
    method: 'GET',
    path: '/v1/files/{fileId}',
    service: 'content',
    access: 'public',
    raw: true,
  },
  { operationId: 'endSession', method: 'DELETE', path: '/v1/user/session', service: 'identity', access: 'token' },
  { operationId: 'getSite', method: 'GET', path: '/v1/sites/{siteId}', service: 'sites', access: 'token' },
  { operationId: 'listSites', method: 'GET', path: '/v1/sites', service: 'sites', access: 'token' },
].map((operation) => defineOperation({ ...shape, ...operation } as OperationContract));

export interface Listening {
  url: string;
  port: number;
  server: Server;
  close(): Promise<void>;
}

export async function listen(listener: RequestListener): Promise<Listening> {
  const server = createServer({ keepAliveTimeout: 65_000 }, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    server,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export const somebody: Principal = {
  kind: 'user',
  userId: 'user1',
  displayName: 'Ada',
  email: 'ada@example.com',
  instanceAdmin: false,
  organizations: { org1: { role: 'admin', teams: [] } },
  signOn: {},
  tokenId: 'token1',
  scopes: ['read', 'write'],
};

/** Identity as far as the gateway knows it: introspection, with every question counted. */
export class FakeIdentity {
  readonly asked: string[] = [];
  readonly #holders = new Map<string, { principal: Principal; expiresAt?: string }>();
  /** What `GET /v1/user/tokens` answers. */
  tokens: unknown[] = [];
  readonly #cache: Cache;
  answer: 'normally' | 'never' | 'with an error' = 'normally';

  constructor(cache: Cache) {
    this.#cache = cache;
  }

  issue(principal: Partial<Principal> = {}, token = createToken('pat'), expiresAt?: Date): string {
    const until = expiresAt && { expiresAt: expiresAt.toISOString() };
    this.#holders.set(hashToken(token), { principal: { ...somebody, ...principal }, ...until });
    return token;
  }

  async revoke(token: string): Promise<void> {
    this.#holders.delete(hashToken(token));
    await this.#cache.forget([`principal:${hashToken(token)}`]);
  }

  get listener(): RequestListener {
    const verify = serviceVerifier(secret);
    const app = express();
    app.get('/readyz', (_request, response) => void response.json({ status: 'ready' }));
    app.post(internalContract.introspectToken.path, express.json(), (request, response) => {
      verify(request.headers[serviceHeader] as string, request.method, request.originalUrl);
      const { tokenHash } = request.body as { tokenHash: string };
      this.asked.push(tokenHash);
      if (this.answer === 'never') return;
      if (this.answer === 'with an error')
        return void response.status(500).json({ error: { code: 500, message: 'no' } });
      response.json(this.#holders.get(tokenHash) ?? { principal: null });
    });
    app.get('/v1/user/tokens', (request, response) => {
      verifyAssertion(request.headers['x-quire-principal'] as string);
      response.json({ items: this.tokens, count: this.tokens.length });
    });
    app.delete('/v1/user/session', (_request, response) => {
      response.status(this.answer === 'with an error' ? 503 : 204).end();
    });
    return app;
  }
}

const silent: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => silent };

export interface World {
  url: string;
  port: number;
  identity: FakeIdentity;
  identityServer: Listening;
  content: Listening;
  cache: Cache;
  stop(): Promise<void>;
  gateway: ReturnType<typeof createService>;
}

export interface WorldOptions extends GatewayOverrides {
  environment?: Record<string, string>;
  /** Shares another world's identity and cache. */
  besides?: World;
}

/** A gateway with a fake identity, a content service of the caller's making, and a sites service that is down. */
export async function startWorld(content: RequestListener, options: WorldOptions = {}): Promise<World> {
  const { environment, besides, ...overrides } = options;
  const cache = overrides.cache ?? besides?.cache ?? openLocalCache({ max: 1_000 });
  const identity = besides?.identity ?? new FakeIdentity(cache);
  const identityServer = besides?.identityServer ?? (await listen(identity.listener));
  const contentServer = await listen(content);
  const down = await listen(() => {});
  await down.close();
  const config = readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    PUBLIC_URL: 'http://quire.example',
    IDENTITY_URL: identityServer.url,
    CONTENT_URL: contentServer.url,
    SITES_URL: down.url,
    INTEGRATIONS_URL: down.url,
    QUIRE_ASSERTION_PRIVATE_KEY: keys.privateKey,
    QUIRE_INTERNAL_SECRET: secret,
    ...environment,
  });
  const gateway = createService(config, { operations: testOperations, log: silent, ...overrides, cache });
  await gateway.start();
  return {
    url: `http://127.0.0.1:${gateway.port}`,
    port: gateway.port,
    identity,
    identityServer,
    content: contentServer,
    cache,
    gateway,
    async stop() {
      await gateway.stop();
      await contentServer.close();
      if (!besides) await identityServer.close();
    },
  };
}

export interface RawAnswer {
  status: number;
  headers: IncomingMessage['headers'];
  body: string;
}

/** A request by node:http, for what fetch does not let one send. */
export function send(port: number, options: RequestOptions & { body?: string }): Promise<RawAnswer> {
  const { body, ...rest } = options;
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest({ host: '127.0.0.1', port, ...rest }, (incoming) => {
      let text = '';
      incoming.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      incoming.on('end', () => resolve({ status: incoming.statusCode!, headers: incoming.headers, body: text }));
      incoming.on('error', reject);
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

export const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

/** The body of every failure. */
export interface Failed {
  error: { code: number; message: string };
}

/** What tests give to fetch: headers as a plain object, so that they can be added to. */
export type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };
