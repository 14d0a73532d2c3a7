export interface RememberOptions {
  ttlSeconds: number;
  /** How long `undefined` and `null` are kept; 0, the default, is not at all. */
  negativeTtlSeconds?: number;
}

/**
 * Keeps results of `load` for a while, and forgets them on demand with a guarantee: what is loaded before a `forget`
 * is never handed to a `remember` that begins after it. The guarantee comes from leases (Nishtala et al., "Scaling
 * Memcache at Facebook", NSDI 2013): a miss takes a lease on its key, only a living lease may store, `forget` kills it.
 */
export interface Cache {
  /**
   * The value of `key`, or what `load()` returns, kept for `ttlSeconds`. One load at a time per key and process.
   * Values are copied as JSON, so a hit and a miss give the same. Rejects with what `load` rejects with.
   */
  remember<T>(key: string, options: RememberOptions, load: () => Promise<T>): Promise<T>;
  /** Forgets keys everywhere before it resolves; outstanding leases die. Rejects with `unavailable` when it cannot. */
  forget(keys: readonly string[]): Promise<void>;
  healthy(): Promise<boolean>;
  close(): Promise<void>;
}

/** Wraps a value so that `undefined` survives JSON. */
export function encode(value: unknown): string {
  return JSON.stringify({ value });
}

export function decode(encoded: string): unknown {
  return (JSON.parse(encoded) as { value?: unknown }).value;
}

/** Milliseconds to keep a value, 0 for not at all. */
export function timeToLive(value: unknown, { ttlSeconds, negativeTtlSeconds = 0 }: RememberOptions): number {
  const seconds = value === undefined || value === null ? negativeTtlSeconds : ttlSeconds;
  return Math.max(0, Math.round(seconds * 1_000));
}
