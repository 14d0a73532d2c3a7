import { setTimeout as delay } from 'node:timers/promises';
import { type OperationContract, operations as allOperations } from '@quire/contract';
import {
  type Cache,
  createLog,
  httpPart,
  lifecycle,
  type Log,
  openLocalCache,
  openRedisCache,
  type Part,
  type Service,
} from '@quire/runtime';
import type { Redis } from 'ioredis';

import { createAssertions } from './assertions.js';
import { createAuthenticate } from './authenticate.js';
import { answerBrokenRequest } from './broken-requests.js';
import type { GatewayConfig } from './config.js';
import { createCors } from './cors.js';
import { createDoor } from './door.js';
import { createHostnames } from './hostnames.js';
import { createPages } from './pages/pages.js';
import { createProxy } from './proxy.js';
import { createRateLimit } from './rate-limit.js';
import { createReadiness } from './readiness.js';
import { openCounterRedis } from './redis.js';
import { createRoutes } from './routes.js';
import { createSessions } from './session.js';

export { type GatewayConfig, readConfig } from './config.js';

export interface GatewayOverrides {
  /** The cache that identity forgets principals in; its owner closes it. */
  cache?: Cache;
  log?: Log;
  clock?: () => Date;
  /** Other operations than the contract's, for tests. */
  operations?: readonly OperationContract[];
}

/** The public door as a service: it stores nothing, so any number of replicas may run. */
export function createService(config: GatewayConfig, overrides: GatewayOverrides = {}): Service {
  const log = overrides.log ?? createLog('gateway', config.LOG_LEVEL);
  let draining = false;
  let running: { http: ReturnType<typeof httpPart>; parts: ReturnType<typeof lifecycle> } | undefined;

  return {
    name: 'gateway',
    get port() {
      return running?.http.port() ?? config.PORT;
    },
    async start() {
      draining = false;
      const cache = overrides.cache ?? (await openCache(config, log));
      const redis = config.REDIS_URL ? openCounterRedis(config.REDIS_URL, log) : undefined;
      const { door, close } = build(config, { ...overrides, cache, log, redis, draining: () => draining });
      const http = httpPart({
        port: config.PORT,
        host: config.HOST,
        listener: door,
        configure: (server, listener) => {
          // Without a listener Node says "100 Continue" before anybody has looked at the request.
          server.on('checkContinue', listener);
          server.on('clientError', answerBrokenRequest);
        },
      });
      const own: Part[] = [
        { stop: async () => (overrides.cache ? undefined : cache.close()) },
        {
          // Connecting goes on in the background: until then the limits are counted in memory.
          start: async () => void redis?.connect().catch(() => undefined),
          stop: async () => redis?.disconnect(),
        },
        { stop: async () => close() },
        http,
      ];
      running = { http, parts: lifecycle(own, log) };
      await running.parts.start();
      log.info({ port: http.port() }, 'listening');
    },
    drain: async () => running?.parts.drain(),
    async stop() {
      draining = true;
      await delay(config.DRAIN_MILLISECONDS);
      await running?.parts.stop();
    },
  };
}

const openCache = (config: GatewayConfig, log: Log): Promise<Cache> =>
  config.REDIS_URL
    ? openRedisCache({ url: config.REDIS_URL, prefix: 'quire:', log })
    : Promise.resolve(openLocalCache({ max: 10_000 }));

interface Surroundings {
  cache: Cache;
  log: Log;
  redis: Redis | undefined;
  operations?: readonly OperationContract[];
  clock?: () => Date;
  draining: () => boolean;
}

function build(config: GatewayConfig, { cache, log, redis, operations, clock, draining }: Surroundings) {
  const urls = {
    identity: config.IDENTITY_URL,
    content: config.CONTENT_URL,
    sites: config.SITES_URL,
    integrations: config.INTEGRATIONS_URL,
  };
  const proxyTo = (service: keyof typeof urls) => createProxy({ service, baseUrl: urls[service], log, draining });
  const proxies = {
    identity: proxyTo('identity'),
    content: proxyTo('content'),
    sites: proxyTo('sites'),
    integrations: proxyTo('integrations'),
  };
  const publicUrl = config.PUBLIC_URL;
  const findRoute = createRoutes(operations ?? allOperations);
  const sign = createAssertions(config.QUIRE_ASSERTION_PRIVATE_KEY);
  const door = createDoor({
    publicUrl,
    trustedProxies: config.TRUSTED_PROXIES,
    log,
    findRoute,
    hostnameOf: createHostnames({ publicUrl, sitesUrl: urls.sites, secret: config.QUIRE_INTERNAL_SECRET, clock }),
    authenticate: createAuthenticate({
      cache,
      identityUrl: urls.identity,
      integrationsUrl: urls.integrations,
      secret: config.QUIRE_INTERNAL_SECRET,
      clock,
    }),
    sign,
    rateLimit: createRateLimit({
      perMinute: config.RATE_LIMIT_PER_MINUTE,
      badTokensPerMinute: config.BAD_TOKENS_PER_MINUTE,
      redis,
    }),
    sessions: createSessions(publicUrl),
    cors: createCors(config.CORS_ORIGINS),
    proxies,
    ready: createReadiness(urls),
    draining,
    ...createPages({
      publicUrl,
      findRoute,
      baseUrlOf: ({ service }) => urls[service],
      sign,
      identityUrl: urls.identity,
      sitesUrl: urls.sites,
      secret: config.QUIRE_INTERNAL_SECRET,
    }),
  });
  return { door, close: () => Object.values(proxies).forEach((proxy) => proxy.close()) };
}
