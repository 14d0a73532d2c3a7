import { expect } from 'chai';
import { createToken } from '@quire/runtime';
import { networkOf } from '../src/addresses.js';
import { bearer, type Failed, startWorld, type World, type WorldOptions } from './support/world.js';

describe('the rate limit', () => {
  let world: World | undefined;
  const start = async (environment: Record<string, string>, options: WorldOptions = {}) => {
    world = await startWorld((_request, response) => void response.end('{}'), { environment, ...options });
    return world;
  };
  afterEach(() => world?.stop());

  const call = (url: string, token?: string, headers: Record<string, string> = {}, path = '/v1/things/x') =>
    fetch(url + path, { headers: { ...(token ? bearer(token) : {}), ...headers } });

  it('is told on every answer and refuses what is too much with 429', async () => {
    const { url, identity } = await start({ RATE_LIMIT_PER_MINUTE: '3' });
    const token = identity.issue();
    for (const [path, status, remaining] of [
      ['/v1/things/x', 200, '2'],
      ['/v1/nothing', 404, '1'],
      ['/v1/things/x', 200, '0'],
    ] as const) {
      const answer = await call(url, token, {}, path);
      expect(answer.status).to.equal(status);
      expect(answer.headers.get('x-ratelimit-limit')).to.equal('3');
      expect(answer.headers.get('x-ratelimit-remaining')).to.equal(remaining);
      const reset = Number(answer.headers.get('x-ratelimit-reset')) - Date.now() / 1000;
      expect(reset).to.be.greaterThan(50).and.lessThan(62);
    }
    const refused = await call(url, token);
    expect(refused.status).to.equal(429);
    expect(refused.headers.get('x-ratelimit-remaining')).to.equal('0');
    expect(Number(refused.headers.get('retry-after')))
      .to.be.greaterThan(50)
      .and.lessThan(62);
    expect(((await refused.json()) as Failed).error.code).to.equal(429);
  });

  it('counts every token for itself, and callers without one by address', async () => {
    const { url, identity } = await start({ RATE_LIMIT_PER_MINUTE: '2' });
    const [first, second] = [identity.issue(), identity.issue()];
    for (const token of [first, first, second, second]) expect((await call(url, token)).status).to.equal(200);
    expect((await call(url)).status).to.equal(401);
    expect((await call(url, createToken('pat'))).status).to.equal(401);
    expect((await call(url)).status).to.equal(429);
    expect((await call(url, createToken('pat'))).status).to.equal(429);
    expect((await call(url, first)).status).to.equal(429);
  });

  it('lets bad tokens from one address through less often, and good ones all the same', async () => {
    const { url, identity } = await start({ BAD_TOKENS_PER_MINUTE: '2' });
    for (let count = 0; count < 2; count++) expect((await call(url, createToken('pat'))).status).to.equal(401);
    const refused = await call(url, createToken('pat'));
    expect(refused.status).to.equal(429);
    expect(refused.headers.get('x-ratelimit-limit')).to.equal('2');
    expect((await call(url)).status).to.equal(401);
    expect((await call(url, identity.issue())).status).to.equal(200);
  });

  it('does not count probes', async () => {
    const { url } = await start({ RATE_LIMIT_PER_MINUTE: '1' });
    for (let count = 0; count < 3; count++) expect((await call(url, undefined, {}, '/healthz')).status).to.equal(200);
  });

  it('is off with 0', async () => {
    const { url, identity } = await start({ RATE_LIMIT_PER_MINUTE: '0' });
    const answer = await call(url, identity.issue());
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('x-ratelimit-limit')).to.equal(null);
  });

  it('believes X-Forwarded-For from trusted proxies only', async () => {
    const { url } = await start({ RATE_LIMIT_PER_MINUTE: '1', TRUSTED_PROXIES: '127.0.0.1' });
    for (const from of ['1.1.1.1', '2.2.2.2']) {
      expect((await call(url, undefined, { 'x-forwarded-for': from })).status).to.equal(401);
    }
    expect((await call(url, undefined, { 'x-forwarded-for': '1.1.1.1' })).status).to.equal(429);
    expect((await call(url, undefined, { 'x-forwarded-for': '9.9.9.9, 1.1.1.1' })).status).to.equal(429);
  });

  it('ignores X-Forwarded-For from anybody else', async () => {
    const { url } = await start({ RATE_LIMIT_PER_MINUTE: '1' });
    expect((await call(url, undefined, { 'x-forwarded-for': '1.1.1.1' })).status).to.equal(401);
    expect((await call(url, undefined, { 'x-forwarded-for': '2.2.2.2' })).status).to.equal(429);
  });

  it('goes on in memory while Redis is down', async () => {
    const { url, identity } = await start({ RATE_LIMIT_PER_MINUTE: '1', REDIS_URL: 'redis://127.0.0.1:9' });
    const token = identity.issue();
    expect((await call(url, token)).status).to.equal(200);
    expect((await call(url, token)).status).to.equal(429);
  });
});

describe('networkOf', () => {
  it('is the address for IPv4 and the /64 for IPv6', () => {
    expect(networkOf('10.1.2.3')).to.equal('10.1.2.3');
    expect(networkOf('::ffff:10.1.2.3')).to.equal('10.1.2.3');
    expect(networkOf('2001:db8:1:2:3:4:5:6')).to.equal('2001:db8:1:2::/64');
    expect(networkOf('2001:db8::6')).to.equal('2001:db8:0:0::/64');
    expect(networkOf('2001:0db8:0001:0002::')).to.equal('2001:db8:1:2::/64');
    expect(networkOf('::1')).to.equal('0:0:0:0::/64');
    expect(networkOf('fe80::1%eth0')).to.equal('fe80:0:0:0::/64');
    expect(networkOf(undefined)).to.equal('unknown');
  });
});
