import { consumers, ownedBy } from '@quire/contract';
import {
  type Bus,
  type Cache,
  createApp,
  createLog,
  type Db,
  httpPart,
  lifecycle,
  type Log,
  migrate,
  openDatabase,
  openLocalBus,
  openLocalCache,
  openRabbitBus,
  openRedisCache,
  type Part,
  periodic,
  principalVerifier,
  type Relay,
  type Service,
  serviceVerifier,
  startRelay,
  sweepAnswers,
} from '@quire/runtime';
import type { IdentityConfig } from './config.js';
import { trackActivity } from './domain/activity.js';
import { firstBoot } from './domain/first-boot.js';
import type { Identity } from './identity.js';
import { migrations } from './migrations/index.js';
import { internalRoutes, operations, unimplemented } from './operations/index.js';

export { type IdentityConfig, readConfig } from './config.js';

export interface IdentityOverrides {
  /** Adapters that others share; whoever gives them closes them. */
  bus?: Bus;
  cache?: Cache;
  log?: Log;
  clock?: () => Date;
  /** Another Postgres schema than `identity`. */
  schema?: string;
}

const hour = 60 * 60 * 1_000;

/** Users, tokens, organizations and members as a service; any number of replicas may run. */
export function createService(config: IdentityConfig, overrides: IdentityOverrides = {}): Service {
  const log = overrides.log ?? createLog('identity', config.LOG_LEVEL);
  let running: Awaited<ReturnType<typeof assemble>> | undefined;
  return {
    name: 'identity',
    get port() {
      return running?.http.port() ?? config.PORT;
    },
    async start() {
      running = await assemble(config, { ...overrides, log });
      await running.parts.start();
      log.info({ port: running.http.port() }, 'listening');
    },
    drain: async () => running?.parts.drain(),
    stop: async () => running?.parts.stop(),
  };
}

async function assemble(config: IdentityConfig, overrides: IdentityOverrides & { log: Log }) {
  const { log, clock = () => new Date(), schema = 'identity' } = overrides;
  const db = openDatabase({ url: config.DATABASE_URL, schema });
  const cache = overrides.cache ?? (await openCache(config, log));
  const bus = overrides.bus ?? (await openBus(config, db, log));
  const activity = trackActivity(db, log);
  const context: Identity = { db, cache, config, clock, log, activity };
  const http = httpPart({
    port: config.PORT,
    host: config.HOST,
    listener: createApp({
      db,
      context,
      log,
      validateResponses: config.NODE_ENV !== 'production',
      owned: ownedBy('identity'),
      operations,
      unimplemented,
      internal: internalRoutes,
      verifyPrincipal: principalVerifier(config.QUIRE_ASSERTION_PUBLIC_KEY),
      verifyService: serviceVerifier(config.QUIRE_INTERNAL_SECRET),
      ready: () => readiness({ db, cache, bus }),
    }),
  });
  const parts: Part[] = [
    { stop: () => db.destroy() },
    { stop: async () => (overrides.cache ? undefined : cache.close()) },
    { stop: async () => (overrides.bus ? undefined : bus.close()) },
    { start: () => migrate(db, migrations) },
    { start: () => firstBoot(context) },
    relayPart(() => startRelay({ db, databaseUrl: config.DATABASE_URL, schema, bus, log })),
    activity,
    http,
    periodic('sweep answers', hour, () => sweepAnswers(db), log),
  ];
  return { http, parts: lifecycle(parts, log) };
}

const openCache = async (config: IdentityConfig, log: Log): Promise<Cache> =>
  config.REDIS_URL ? openRedisCache({ url: config.REDIS_URL, prefix: 'quire:', log }) : openLocalCache({ max: 10_000 });

const openBus = (config: IdentityConfig, db: Db, log: Log): Promise<Bus> => {
  const every = Object.values(consumers);
  return config.AMQP_URL
    ? openRabbitBus({ url: config.AMQP_URL, consumers: every, log })
    : openLocalBus({ db, consumers: every, log });
};

function relayPart(start: () => Relay): Part {
  let relay: Relay | undefined;
  return {
    start: async () => {
      relay = start();
    },
    drain: async () => relay?.drain(),
    stop: async () => relay?.stop(),
  };
}

async function readiness({ db, cache, bus }: { db: Db; cache: Cache; bus: Bus }) {
  const answers = (query: Promise<unknown>) =>
    query.then(
      () => true,
      () => false,
    );
  const details = {
    database: await answers(db.raw('SELECT 1')),
    cache: await cache.healthy(),
    bus: await bus.healthy(),
  };
  return { ok: Object.values(details).every(Boolean), details };
}
