import { consumers as declaredConsumers, ownedBy, type ServiceName } from '@quire/contract';
import { z } from 'zod';
import type { Bus } from './bus/bus.js';
import { openLocalBus } from './bus/local-bus.js';
import { openRabbitBus } from './bus/rabbit-bus.js';
import type { Cache } from './cache/cache.js';
import { openLocalCache } from './cache/local-cache.js';
import { openRedisCache } from './cache/redis-cache.js';
import { serviceEnvironment } from './config.js';
import { type Db, openDatabase } from './db.js';
import { createApp } from './http/app.js';
import { sweepAnswers } from './http/idempotency.js';
import type { InternalRoute } from './http/internal-route.js';
import type { AnyOperation } from './http/operation.js';
import type { Web } from './http/web.js';
import type { Consumer } from './inbox/consumer.js';
import { startConsumers } from './inbox/start-consumers.js';
import { serviceVerifier } from './internal.js';
import { httpPart, lifecycle, type Part, periodic } from './lifecycle.js';
import { createLog, type Log } from './log.js';
import { type Migration, migrate } from './migrate.js';
import { startRelay } from './outbox/relay.js';
import { maxAssertionBytes, principalVerifier } from './principal.js';
import type { Service } from './service.js';

const common = z.object(serviceEnvironment);
/** What the configuration of every service holds, see {@link serviceEnvironment}. */
export type ServiceConfig = z.output<typeof common>;

/** What whoever composes services, or a test, may put in place of what a service would make itself. */
export interface ServiceOverrides {
  /** Adapters that services share; whoever gives them closes them. */
  bus?: Bus;
  cache?: Cache;
  log?: Log;
  clock?: () => Date;
  /** Another Postgres schema than the one named like the service. */
  schema?: string;
  /** Aborted when the process is about to end, before what stands in front of the service hangs up. */
  ending?: AbortSignal;
}

/** What a service's own context is built from. */
export interface Foundation {
  db: Db;
  log: Log;
  clock: () => Date;
  /** Aborted as soon as the service is told to stop: for work that would keep it from doing so. */
  stopping: AbortSignal;
  /** The same, or before that: requests that break off from now on do so because everything ends. */
  ending: AbortSignal;
  /** Opens the cache, or takes the shared one. From then on the service is ready only while the cache answers. */
  openCache: () => Promise<Cache>;
}

export interface ContextServiceOptions<Context> {
  /** Also the name of its Postgres schema. */
  name: ServiceName;
  config: ServiceConfig;
  overrides: ServiceOverrides;
  migrations: readonly Migration[];
  operations: readonly AnyOperation<Context>[];
  /** Ids of owned operations that answer 501. */
  unimplemented: readonly string[];
  internal?: readonly InternalRoute<Context>[];
  web?: Web<Context>;
  consumers?: readonly Consumer<Context>[];
  /** What every handler and consumer is given. Called once per start, before the schema is migrated. */
  context: (foundation: Foundation) => Context | Promise<Context>;
  /** What runs beside requests and events (first boot, sweepers): started once the schema is there, stopped after HTTP. */
  parts?: (context: Context) => readonly Part[];
}

const hour = 60 * 60 * 1_000;

/**
 * The composition root of a service that owns a context: its schema, its operations of the contract, its events in and
 * out. Starts, in this order: migrations, own parts, consumers, relay, HTTP, the sweeper of idempotency keys; stops in
 * reverse, then closes what it opened itself. Ready means that Postgres, the bus and, where opened, the cache answer.
 */
export function contextService<Context>(options: ContextServiceOptions<Context>): Service {
  const { name, config, overrides } = options;
  const log = overrides.log ?? createLog(name, config.LOG_LEVEL);
  let running: Awaited<ReturnType<typeof assemble<Context>>> | undefined;
  let stopping = new AbortController();
  return {
    name,
    get port() {
      return running?.port() ?? config.PORT;
    },
    async start() {
      stopping = new AbortController();
      running = await assemble(options, { log, stopping: stopping.signal });
      await running.parts.start();
      log.info({ port: running.port() }, 'listening');
    },
    drain: async () => running?.parts.drain(),
    async stop() {
      stopping.abort();
      await running?.parts.stop();
    },
  };
}

async function assemble<Context>(
  options: ContextServiceOptions<Context>,
  { log, stopping }: { log: Log; stopping: AbortSignal },
) {
  const { name, config, overrides, migrations, consumers = [], internal = [] } = options;
  const { schema = name, clock = () => new Date() } = overrides;
  const databaseUrl = config.DATABASE_URL;
  const resources = openResources();
  try {
    const db = resources.keep(openDatabase({ url: databaseUrl, schema }), (pool) => pool.destroy());
    resources.watch('database', () => answers(db.raw('SELECT 1')));
    const bus = overrides.bus ?? resources.keep(await openBus(config, db, log), (opened) => opened.close());
    resources.watch('bus', () => bus.healthy());
    const openCache = async () => {
      const cache = overrides.cache ?? resources.keep(await openOwnCache(config, log), (opened) => opened.close());
      resources.watch('cache', () => cache.healthy());
      return cache;
    };
    const ending = overrides.ending ? AbortSignal.any([overrides.ending, stopping]) : stopping;
    const context = await options.context({ db, log, clock, stopping, ending, openCache });
    const http = httpPart({
      port: config.PORT,
      host: config.HOST,
      maxHeaderBytes: maxAssertionBytes,
      listener: createApp({
        db,
        context,
        log,
        validateResponses: config.NODE_ENV !== 'production',
        owned: ownedBy(name),
        operations: options.operations,
        unimplemented: options.unimplemented,
        internal,
        web: options.web,
        verifyPrincipal: principalVerifier(config.QUIRE_ASSERTION_PUBLIC_KEY),
        verifyService: serviceVerifier(config.QUIRE_INTERNAL_SECRET),
        ready: resources.ready,
      }),
    });
    const parts: Part[] = [
      { stop: resources.close },
      { start: () => migrate(db, migrations) },
      ...(options.parts?.(context) ?? []),
      background(() => startConsumers({ db, bus, consumers, context, log })),
      background(async () => startRelay({ db, databaseUrl, schema, bus, log })),
      http,
      periodic('sweep answers', hour, () => sweepAnswers(db), log),
    ];
    return { port: http.port, parts: lifecycle(parts, log) };
  } catch (error) {
    await resources.close();
    throw error;
  }
}

/** What a service opened and has to close, last first, and what it needs to be ready. */
function openResources() {
  const closers: (() => Promise<void>)[] = [];
  const checks = new Map<string, () => Promise<boolean>>();
  return {
    keep<T>(resource: T, close: (resource: T) => Promise<void>): T {
      closers.push(() => close(resource));
      return resource;
    },
    watch: (dependency: string, check: () => Promise<boolean>) => void checks.set(dependency, check),
    async ready() {
      const found = [...checks].map(async ([dependency, check]) => [dependency, await check()] as const);
      const details: Record<string, boolean> = Object.fromEntries(await Promise.all(found));
      return { ok: Object.values(details).every(Boolean), details };
    },
    async close() {
      const outcomes = [];
      for (const close of closers.splice(0).reverse()) outcomes.push(...(await Promise.allSettled([close()])));
      const failed = outcomes.find((outcome) => outcome.status === 'rejected');
      if (failed) throw failed.reason;
    },
  };
}

/** Something that runs from its start until it is stopped, as a part. */
function background(start: () => Promise<Required<Pick<Part, 'drain' | 'stop'>>>): Part {
  let running: Required<Pick<Part, 'drain' | 'stop'>> | undefined;
  return {
    start: async () => {
      running = await start();
    },
    drain: async () => running?.drain(),
    stop: async () => running?.stop(),
  };
}

const openOwnCache = async ({ REDIS_URL }: ServiceConfig, log: Log): Promise<Cache> =>
  REDIS_URL ? openRedisCache({ url: REDIS_URL, prefix: 'quire:', log }) : openLocalCache({ max: 10_000 });

const openBus = ({ AMQP_URL, AMQP_PREFIX }: ServiceConfig, db: Db, log: Log): Promise<Bus> => {
  const consumers = Object.values(declaredConsumers);
  return AMQP_URL
    ? openRabbitBus({ url: AMQP_URL, prefix: AMQP_PREFIX, consumers, log })
    : openLocalBus({ db, consumers, log });
};

const answers = (query: Promise<unknown>): Promise<boolean> =>
  query.then(
    () => true,
    () => false,
  );
