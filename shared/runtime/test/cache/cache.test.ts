import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { Redis } from 'ioredis';
import type { Cache } from '../../src/cache/cache.js';
import { openLocalCache } from '../../src/cache/local-cache.js';
import { openRedisCache } from '../../src/cache/redis-cache.js';
import { eventually, silent, startProxy } from '../bus/fixtures.js';

const redisUrl = process.env['REDIS_URL'] ?? 'redis://127.0.0.1:6379';
const minute = { ttlSeconds: 60 };

/** A promise and the means to settle it from outside. */
function gate<T>() {
  let open!: (value: T) => void;
  let fail!: (error: Error) => void;
  const promise = new Promise<T>((resolve, reject) => ([open, fail] = [resolve, reject]));
  return { promise, open, fail };
}

function contractOfACache(setUp: () => Promise<{ cache: Cache; other: Cache; remove: () => Promise<void> }>) {
  let cache: Cache;
  /** Another process: the same one where there is only one. */
  let other: Cache;
  let remove: () => Promise<void>;
  let loads: number;
  const load = async () => `value ${++loads}`;

  beforeEach(async () => {
    loads = 0;
    ({ cache, other, remove } = await setUp());
  });
  afterEach(() => remove());

  it('loads once and remembers, for everybody', async () => {
    expect(await cache.remember('a', minute, load)).to.equal('value 1');
    expect(await cache.remember('a', minute, load)).to.equal('value 1');
    expect(await other.remember('a', minute, load)).to.equal('value 1');
    expect(await cache.remember('b', minute, load)).to.equal('value 2');
  });

  it('forgets after the time to live', async () => {
    await cache.remember('a', { ttlSeconds: 0.05 }, load);
    await new Promise((resolve) => setTimeout(resolve, 80));
    expect(await cache.remember('a', minute, load)).to.equal('value 2');
  });

  it('gives copies, the same on a hit as on a miss', async () => {
    const value = { at: new Date(0), list: [1], nothing: undefined };
    const first = await cache.remember<unknown>('a', minute, async () => value);
    const second = await cache.remember<unknown>('a', minute, async () => 'other');
    expect(first).to.deep.equal({ at: '1970-01-01T00:00:00.000Z', list: [1] });
    expect(second).to.deep.equal(first);
    expect(second).to.not.equal(first);
  });

  for (const nothing of [undefined, null]) {
    it(`keeps ${nothing} only when asked, and only that long`, async () => {
      let calls = 0;
      const loadNothing = async () => (calls++, nothing);
      await cache.remember('a', minute, loadNothing);
      expect(await cache.remember('a', minute, loadNothing)).to.equal(nothing);
      expect(calls).to.equal(2);
      const negative = { ttlSeconds: 60, negativeTtlSeconds: 0.1 };
      await cache.remember('b', negative, loadNothing);
      expect(await cache.remember('b', negative, loadNothing)).to.equal(nothing);
      expect(calls).to.equal(3);
      await new Promise((resolve) => setTimeout(resolve, 130));
      await cache.remember('b', negative, loadNothing);
      expect(calls).to.equal(4);
    });
  }

  it('keeps false, 0 and the empty string like any value', async () => {
    for (const value of [false, 0, '']) {
      expect(await cache.remember(`k${value}`, minute, async () => value)).to.equal(value);
      expect(await cache.remember<unknown>(`k${value}`, minute, load)).to.equal(value);
    }
  });

  it('runs one load at a time per key', async () => {
    const { promise, open } = gate<string>();
    let calls = 0;
    const slow = () => (calls++, promise);
    const both = Array.from({ length: 20 }, () => cache.remember('a', minute, slow));
    await eventually('a load', () => calls > 0);
    await new Promise((resolve) => setTimeout(resolve, 20));
    open('x');
    expect(new Set(await Promise.all(both))).to.deep.equal(new Set(['x']));
    expect(calls).to.equal(1);
  });

  it('hands a failure to all who wait, and does not keep it', async () => {
    const { promise, fail } = gate<string>();
    promise.catch(() => undefined);
    const waiting = Promise.allSettled([1, 2].map(() => cache.remember('a', minute, () => promise)));
    fail(new Error('no'));
    for (const outcome of await waiting) {
      expect(outcome).to.have.nested.property('reason.message', 'no');
    }
    const thrower = () => {
      throw new Error('at once');
    };
    expect(await cache.remember('a', minute, thrower).catch((error: Error) => error.message)).to.equal('at once');
    expect(await cache.remember('a', minute, load)).to.equal('value 1');
  });

  it('forgets, for everybody', async () => {
    await cache.remember('a', minute, load);
    await other.forget(['a', 'unknown']);
    expect(await cache.remember('a', minute, load)).to.equal('value 2');
  });

  it('forgets nothing, and thousands', async () => {
    await cache.forget([]);
    const keys = Array.from({ length: 5_000 }, (_, n) => `k${n}`);
    await Promise.all([0, 2_500, 4_999].map((n) => cache.remember(`k${n}`, minute, load)));
    await cache.forget(keys);
    await Promise.all([0, 2_500, 4_999].map((n) => cache.remember(`k${n}`, minute, load)));
    expect(loads).to.equal(6);
  });

  for (const forgetter of ['the same process', 'another process'] as const) {
    it(`returns but never stores what was loaded before ${forgetter} forgot it`, async () => {
      const { promise, open } = gate<string>();
      let began = false;
      const stale = cache.remember('a', minute, () => ((began = true), promise));
      await eventually('the load', () => began);
      await (forgetter === 'the same process' ? cache : other).forget(['a']);
      const during = cache.remember('a', minute, load);
      expect(await during).to.equal('value 1');
      open('stale');
      expect(await stale).to.equal('stale');
      expect(await cache.remember('a', minute, load)).to.equal('value 1');
      expect(await other.remember('a', minute, load)).to.equal('value 1');
    });
  }

  it('does not let a stale load take the lease of a later one', async () => {
    const [first, second] = [gate<string>(), gate<string>()];
    let began = 0;
    const loadFrom = (promise: Promise<string>) => () => (began++, promise);
    const stale = cache.remember('a', minute, loadFrom(first.promise));
    await eventually('the first load', () => began === 1);
    await cache.forget(['a']);
    const fresh = cache.remember('a', minute, loadFrom(second.promise));
    await eventually('the second load', () => began === 2);
    first.open('stale');
    await stale;
    const joined = cache.remember('a', minute, load);
    second.open('fresh');
    expect(await fresh).to.equal('fresh');
    expect(await joined).to.equal('fresh');
    expect(await cache.remember('a', minute, load)).to.equal('fresh');
  });

  it('is healthy', async () => {
    expect(await cache.healthy()).to.equal(true);
  });
}

describe('local cache', () => {
  contractOfACache(async () => {
    const cache = openLocalCache({ max: 10_000 });
    return { cache, other: cache, remove: () => cache.close() };
  });

  it('keeps no more than its size', async () => {
    const cache = openLocalCache({ max: 2 });
    for (const key of ['a', 'b', 'c']) await cache.remember(key, minute, async () => key);
    expect(await cache.remember('a', minute, async () => 'again')).to.equal('again');
    expect(await cache.remember('c', minute, async () => 'again')).to.equal('c');
  });
});

describe('Redis cache', () => {
  let admin: Redis;
  before(async function () {
    admin = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null });
    admin.on('error', () => undefined);
    try {
      await admin.connect();
    } catch (error) {
      if (process.env['CI'] === 'true') throw error;
      console.warn(`    no Redis at ${new URL(redisUrl).host}: the Redis cache is not tested`);
      this.skip();
    }
  });
  after(() => admin.disconnect());

  contractOfACache(async () => {
    const prefix = `test:${randomUUID()}:`;
    const [cache, other] = await Promise.all([
      openRedisCache({ url: redisUrl, prefix, log: silent }),
      openRedisCache({ url: redisUrl, prefix, log: silent }),
    ]);
    const remove = async () => {
      await Promise.all([cache.close(), other.close()]);
      const keys = await admin.keys(`${prefix}*`);
      if (keys.length > 0) await admin.unlink(...keys);
    };
    return { cache, other, remove };
  });

  it('takes one round trip for a hit', async () => {
    const prefix = `test:${randomUUID()}:`;
    const cache = await openRedisCache({ url: redisUrl, prefix, log: silent });
    await cache.remember('a', minute, async () => 'x');
    const commands: string[] = [];
    const monitor = await admin.monitor();
    monitor.on('monitor', (_time: string, args: string[], source: string) => {
      if (source !== 'lua' && args.some((arg) => arg.includes(prefix))) commands.push(args[0]!);
    });
    await cache.remember('a', minute, async () => 'y');
    await eventually('the command', () => commands.length > 0);
    monitor.disconnect();
    expect(commands.map((command) => command.toLowerCase())).to.deep.equal(['evalsha']);
    await cache.forget(['a']);
    await cache.close();
  });

  describe('without Redis', () => {
    const warnings: string[] = [];
    const log = { ...silent, warn: (_fields: object, message: string) => void warnings.push(message) };
    beforeEach(() => void warnings.splice(0));

    it('loads every time, quickly, and refuses to forget', async () => {
      const cache = await openRedisCache({ url: 'redis://127.0.0.1:1', prefix: 'x:', log, connectTimeoutMs: 100 });
      let loads = 0;
      const began = Date.now();
      for (let n = 1; n <= 3; n++) expect(await cache.remember('a', minute, async () => ++loads)).to.equal(n);
      expect(Date.now() - began).to.be.below(200);
      const failure = await cache.forget(['a']).catch((error: Error) => error);
      expect(failure).to.have.property('kind', 'unavailable');
      expect(await cache.healthy()).to.equal(false);
      expect(warnings).to.deep.equal(['cache: Redis does not answer; loading without it']);
      await cache.close();
    });

    it('waits briefly for one that hangs, then not at all for a while, and never reports it as forgotten', async () => {
      const proxy = await startProxy(new URL(redisUrl), 6379);
      const prefix = `test:${randomUUID()}:`;
      const cache = await openRedisCache({ url: `redis://127.0.0.1:${proxy.port}`, prefix, log, timeoutMs: 100 });
      await cache.remember('a', minute, async () => -1);
      proxy.hang();
      const began = Date.now();
      for (let n = 0; n < 5; n++) expect(await cache.remember('a', minute, async () => n)).to.equal(n);
      expect(Date.now() - began).to.be.within(90, 400);
      expect(warnings).to.deep.equal(['cache: Redis does not answer; loading without it']);
      await proxy.down();
      expect(await cache.forget(['a']).catch((error: Error) => error)).to.have.property('kind', 'unavailable');
      await proxy.up();
      await eventually('the cache to recover', () => cache.healthy());
      await cache.forget(['a']);
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(await cache.remember('a', minute, async () => 7)).to.equal(7);
      expect(await cache.remember('a', minute, async () => 8)).to.equal(7);
      await cache.forget(['a']);
      await cache.close();
      await proxy.down();
    });
  });
});
