import type { Log } from '@quire/runtime';
import { Redis } from 'ioredis';

/** A connection for counting: a command fails at once, or after 250 ms, rather than holding up a request. */
export function openCounterRedis(url: string, log: Log): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    autoResendUnfulfilledCommands: false,
    maxRetriesPerRequest: 0,
    commandTimeout: 250,
    connectTimeout: 2_000,
    connectionName: 'quire-gateway',
    lazyConnect: true,
    retryStrategy: (attempt) => Math.min(2_000, 50 * 2 ** Math.min(attempt, 6)),
  });
  let down = false;
  redis.on('error', (error) => {
    if (!down) log.warn({ err: error }, 'rate limit: Redis does not answer; every replica counts for itself');
    down = true;
  });
  redis.on('ready', () => {
    down = false;
  });
  return redis;
}
