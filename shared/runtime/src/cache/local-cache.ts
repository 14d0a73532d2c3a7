import { LRUCache } from 'lru-cache';
import { type Cache, decode, encode, timeToLive } from './cache.js';

export interface LocalCacheOptions {
  /** How many values to keep; the least recently used go first. */
  max: number;
}

/** The cache of a single process. */
export function openLocalCache({ max }: LocalCacheOptions): Cache {
  const values = new LRUCache<string, string>({ max });
  /** Loads under way; one that is no longer in here has lost its lease. */
  const leases = new Map<string, Promise<string>>();

  return {
    async remember<T>(key: string, options: Parameters<Cache['remember']>[1], load: () => Promise<T>) {
      const hit = values.get(key);
      if (hit !== undefined) return decode(hit) as T;
      const running = leases.get(key);
      if (running) return decode(await running) as T;
      const lease = Promise.resolve().then(async () => {
        try {
          const value = await load();
          const encoded = encode(value);
          const ttl = timeToLive(value, options);
          if (ttl > 0 && leases.get(key) === lease) values.set(key, encoded, { ttl });
          return encoded;
        } finally {
          if (leases.get(key) === lease) leases.delete(key);
        }
      });
      leases.set(key, lease);
      return decode(await lease) as T;
    },
    forget(keys) {
      for (const key of keys) {
        values.delete(key);
        leases.delete(key);
      }
      return Promise.resolve();
    },
    healthy: () => Promise.resolve(true),
    close() {
      values.clear();
      leases.clear();
      return Promise.resolve();
    },
  };
}
