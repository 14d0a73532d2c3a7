import { randomUUID } from 'node:crypto';
import { type Cache, type Log, openRedisCache } from '@quire/runtime';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import { bearer, startWorld, type World } from './support/world.js';

const url = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379';
const quiet: Log = { debug() {}, info() {}, warn() {}, error() {}, child: () => quiet };

async function isReachable(): Promise<boolean> {
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  try {
    await redis.connect();
    return true;
  } catch (error) {
    if (process.env.CI === 'true') throw error;
    return false;
  } finally {
    redis.disconnect();
  }
}

describe('two replicas with one Redis', () => {
  const caches: Cache[] = [];
  const worlds: World[] = [];
  let first: World;
  let second: World;

  before(async function () {
    if (!(await isReachable())) return this.skip();
    const prefix = `test:${randomUUID()}:`;
    const open = async () => {
      const cache = await openRedisCache({ url, prefix, log: quiet });
      caches.push(cache);
      return cache;
    };
    const environment = { REDIS_URL: url, RATE_LIMIT_PER_MINUTE: '4' };
    const answer = (_request: unknown, response: { end(text: string): void }) => response.end('{}');
    first = await startWorld(answer, { cache: await open(), environment });
    worlds.push(first);
    second = await startWorld(answer, { cache: await open(), environment, besides: first });
    worlds.push(second);
  });
  after(async () => {
    for (const world of worlds.reverse()) await world.stop();
    for (const cache of caches) await cache.close();
  });

  const call = (world: World, token: string) => fetch(`${world.url}/v1/things/x`, { headers: bearer(token) });

  it('ask identity once, and both refuse a revoked token at the next request', async () => {
    const token = first.identity.issue();
    expect((await call(first, token)).status).to.equal(200);
    expect((await call(second, token)).status).to.equal(200);
    expect(first.identity.asked).to.have.length(1);
    await first.identity.revoke(token);
    expect((await call(second, token)).status).to.equal(401);
    expect((await call(first, token)).status).to.equal(401);
  });

  it('count together', async () => {
    const token = first.identity.issue();
    const remaining = [];
    for (const world of [first, second, first, second]) {
      const answer = await call(world, token);
      expect(answer.status).to.equal(200);
      remaining.push(answer.headers.get('x-ratelimit-remaining'));
    }
    expect(remaining).to.deep.equal(['3', '2', '1', '0']);
    for (const world of [first, second, first, second]) {
      const refused = await call(world, token);
      expect(refused.status).to.equal(429);
      expect(Number(refused.headers.get('retry-after'))).to.be.greaterThan(0);
      expect(refused.headers.get('x-ratelimit-remaining')).to.equal('0');
    }
  });
});
