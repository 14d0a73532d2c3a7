import type { ServerResponse } from 'node:http';
import { Failure } from '@quire/runtime';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { networkOf } from './addresses.js';
import type { Caller } from './authenticate.js';
import { setHeaders, type Visit } from './visit.js';

export interface RateLimitOptions {
  /** Requests per minute of one token, or of one address without a token; 0 is off. */
  perMinute: number;
  /** Bad tokens per minute from one address. */
  badTokensPerMinute: number;
  /** A connected ioredis client: replicas then count together. */
  redis?: { status: string };
}

/** Counts a request, writes the `X-RateLimit-*` headers, and throws 429 when it is one too many. */
export type RateLimit = (visit: Visit, caller: Caller) => Promise<void>;

const seconds = 60;

export function createRateLimit({ perMinute, badTokensPerMinute, redis }: RateLimitOptions): RateLimit {
  if (perMinute === 0) return async () => {};
  const requests = limiter('requests', perMinute, redis);
  const badTokens = limiter('bad-tokens', Math.min(badTokensPerMinute, perMinute), redis);

  return async ({ address: client, response }, caller) => {
    const address = networkOf(client);
    const key = caller.kind === 'principal' ? `token:${caller.tokenHash}` : `address:${address}`;
    const all = await consume(requests, key);
    describe(response, perMinute, all.state);
    if (all.refused) throw tooMany(all.state, 'You have made too many requests.');
    if (caller.kind !== 'bad-token') return;
    const bad = await consume(badTokens, address);
    if (!bad.refused) return;
    describe(response, badTokens.points, bad.state);
    throw tooMany(bad.state, 'Too many requests with a bad token came from your address.');
  };
}

function limiter(name: string, points: number, redis: RateLimitOptions['redis']): RateLimiterAbstract {
  const memory = new RateLimiterMemory({ keyPrefix: name, points, duration: seconds });
  if (!redis) return memory;
  return new RateLimiterRedis({
    storeClient: redis,
    keyPrefix: `rate-limit:${name}`,
    points,
    duration: seconds,
    // Without Redis every replica counts for itself, rather than refusing everybody or nobody.
    insuranceLimiter: memory,
    rejectIfRedisNotReady: true,
    // Whoever is over the limit is refused from memory for the rest of the minute.
    inMemoryBlockOnConsumed: points + 1,
  });
}

async function consume(
  counter: RateLimiterAbstract,
  key: string,
): Promise<{ state: RateLimiterRes; refused: boolean }> {
  try {
    return { state: await counter.consume(key), refused: false };
  } catch (refusal) {
    if (refusal instanceof RateLimiterRes) return { state: refusal, refused: true };
    throw refusal;
  }
}

function describe(response: ServerResponse, limit: number, state: RateLimiterRes): void {
  setHeaders(response, {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(state.remainingPoints),
    'X-RateLimit-Reset': String(Math.ceil((Date.now() + state.msBeforeNext) / 1000)),
  });
}

function tooMany(state: RateLimiterRes, message: string): Failure {
  const wait = Math.max(1, Math.ceil(state.msBeforeNext / 1000));
  const text = `${message} Wait ${wait} ${wait === 1 ? 'second' : 'seconds'}.`;
  return new Failure('too-many-requests', text, undefined, { 'Retry-After': String(wait) });
}
