import { randomUUID } from 'node:crypto';
import { Redis, type Result } from 'ioredis';
import { backoff, pause } from '../bus/pause.js';
import { unavailable } from '../errors.js';
import type { Log } from '../log.js';
import { type Cache, decode, encode, timeToLive } from './cache.js';

export interface RedisCacheOptions {
  /** `redis://` or `rediss://` address. */
  url: string;
  /** What the names of all keys start with. */
  prefix: string;
  log: Log;
  /** How long `remember` waits for Redis before it loads without it; 250 ms unless set. */
  timeoutMs?: number;
  /** How long to wait for the first connection before going on without it; 2 s unless set. */
  connectTimeoutMs?: number;
}

declare module 'ioredis' {
  interface RedisCommander<Context> {
    quireLease(key: string, token: string, leaseMs: number): Result<string, Context>;
    quireStore(key: string, token: string, value: string, ttlMs: number): Result<string | null, Context>;
  }
}

/** A key holds `v` and a value, or `l` and the token of a lease. All who miss meanwhile share the lease. */
const scripts = {
  quireLease: {
    numberOfKeys: 1,
    lua: `local held = redis.call('GET', KEYS[1])
      if held then return held end
      redis.call('SET', KEYS[1], 'l' .. ARGV[1], 'PX', ARGV[2])
      return 'l' .. ARGV[1]`,
  },
  quireStore: {
    numberOfKeys: 1,
    lua: `if redis.call('GET', KEYS[1]) ~= 'l' .. ARGV[1] then return false end
      return redis.call('SET', KEYS[1], 'v' .. ARGV[2], 'PX', ARGV[3])`,
  },
};

const leaseMs = 60_000;
const forgetAtOnce = 1_000;
const forgetTimeoutMs = 5_000;
const skipAfterTimeoutMs = 1_000;

/**
 * The cache that all processes share. Without Redis, `remember` loads every time and `forget` rejects: a revocation that
 * cannot be carried out must not look done.
 */
export async function openRedisCache(options: RedisCacheOptions): Promise<Cache> {
  const { url, prefix, log, timeoutMs = 250, connectTimeoutMs = 2_000 } = options;
  const redis = new Redis(url, {
    scripts,
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2_000,
    connectionName: 'quire',
    retryStrategy: (attempt) => backoff(attempt, { base: 50, max: 2_000 }),
  });
  const outage = trackOutage(log);
  redis.on('error', outage.begin);
  redis.on('ready', outage.end);
  await Promise.race([new Promise((resolve) => redis.once('ready', resolve)), pause(connectTimeoutMs)]);

  const loads = new Map<string, Promise<string>>();
  let skipUntil = 0;

  /** What Redis says, or undefined when it does not in time. */
  const ask = async <T>(work: () => Promise<T>): Promise<T | undefined> => {
    if (Date.now() < skipUntil) return undefined;
    try {
      const answer = await within(timeoutMs, work());
      outage.end();
      return answer;
    } catch (error) {
      // One that hangs would slow down every request.
      if (error instanceof TimeoutError) skipUntil = Date.now() + skipAfterTimeoutMs;
      outage.begin(error);
      return undefined;
    }
  };

  return {
    async remember<T>(key: string, how: Parameters<Cache['remember']>[1], load: () => Promise<T>) {
      const name = prefix + key;
      const held = await ask(() => redis.quireLease(name, randomUUID(), leaseMs));
      if (held?.startsWith('v')) return decode(held.slice(1)) as T;
      const token = held?.slice(1);
      // A load is shared only while its lease lives: what was forgotten in between is loaded anew.
      const id = `${token ?? ''} ${key}`;
      const running = loads.get(id);
      if (running) return decode(await running) as T;
      const started = Promise.resolve().then(async () => {
        try {
          const value = await load();
          const encoded = encode(value);
          const ttl = timeToLive(value, how);
          if (token !== undefined && ttl > 0) await ask(() => redis.quireStore(name, token, encoded, ttl));
          return encoded;
        } finally {
          loads.delete(id);
        }
      });
      loads.set(id, started);
      return decode(await started) as T;
    },
    async forget(keys) {
      const names = keys.map((key) => prefix + key);
      const parts: string[][] = [];
      for (let start = 0; start < names.length; start += forgetAtOnce) {
        parts.push(names.slice(start, start + forgetAtOnce));
      }
      try {
        await within(forgetTimeoutMs, Promise.all(parts.map((part) => redis.unlink(...part))));
      } catch (error) {
        outage.begin(error);
        throw unavailable('The cache is not reachable, so the change cannot take effect everywhere. Try again.');
      }
    },
    healthy: () =>
      within(timeoutMs, redis.ping()).then(
        () => true,
        () => false,
      ),
    async close() {
      await within(timeoutMs, redis.quit()).catch(() => undefined);
      redis.disconnect();
    },
  };
}

class TimeoutError extends Error {}

/** Rejects when `work` takes longer than `ms`. */
async function within<T>(ms: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new TimeoutError(`Redis did not answer within ${ms} ms.`)), ms);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Logs the beginning and the end of an outage, once each. */
function trackOutage(log: Log) {
  let down = false;
  return {
    begin: (error: unknown) => {
      if (!down) log.warn({ err: error }, 'cache: Redis does not answer; loading without it');
      down = true;
    },
    end: () => {
      if (down) log.info({}, 'cache: Redis answers again');
      down = false;
    },
  };
}
