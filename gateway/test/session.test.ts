import { createToken, sessionCookieName } from '@quire/runtime';
import { expect } from 'chai';
import { bearer, type Failed, startWorld, verifyAssertion, type World } from './support/world.js';

const origin = 'http://quire.example';
const cookie = (token: string) => ({ cookie: `theme=dark; ${sessionCookieName}=${token}; other=1` });
const cleared = `${sessionCookieName}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax`;

describe('a session cookie', () => {
  let world: World;
  let received: Record<string, unknown>[];

  const content = (request: { headers: Record<string, unknown> }, response: { end(text: string): void }) => {
    received.push(request.headers);
    response.end('{}');
  };
  const call = (path: string, headers: Record<string, string>, method = 'GET') =>
    fetch(world.url + path, { method, headers });

  before(async () => {
    world = await startWorld(content as never, {
      environment: { CORS_ORIGINS: 'https://docs.example', RATE_LIMIT_PER_MINUTE: '1000' },
    });
  });
  after(() => world.stop());
  beforeEach(() => {
    received = [];
    world.identity.answer = 'normally';
  });

  it('is a credential where there is no Authorization header, and ends at the gateway', async () => {
    const token = world.identity.issue({ displayName: 'Grace' });
    const answer = await call('/v1/things/x', cookie(token));
    expect(answer.status).to.equal(200);
    expect(answer.headers.get('cross-origin-resource-policy')).to.equal('same-origin');
    expect(answer.headers.get('set-cookie')).to.equal(null);
    expect(verifyAssertion(received[0]!['x-quire-principal'] as string).displayName).to.equal('Grace');
    expect(received[0]!.cookie).to.equal('theme=dark; other=1');
    await call('/v1/files/f', { cookie: `${sessionCookieName}=${token}` });
    expect(received[1]).not.to.have.property('cookie');
  });

  it('gives way to a bearer token, also to a bad one', async () => {
    const ada = world.identity.issue({ displayName: 'Ada' });
    const grace = world.identity.issue({ displayName: 'Grace' });
    await call('/v1/things/x', { ...cookie(ada), ...bearer(grace) });
    expect(verifyAssertion(received[0]!['x-quire-principal'] as string).displayName).to.equal('Grace');
    const refused = await call('/v1/things/x', { ...cookie(ada), ...bearer(createToken('pat')) });
    expect(refused.status).to.equal(401);
    expect(refused.headers.get('set-cookie')).to.equal(null);
  });

  const writes: [what: string, headers: Record<string, string>, status: number][] = [
    ['the same origin, as the browser says', { 'sec-fetch-site': 'same-origin' }, 200],
    ['the same origin, by an older browser', { origin }, 200],
    ['a site beside it', { 'sec-fetch-site': 'same-site', origin }, 403],
    ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }, 403],
    ['another site, by an older browser', { origin: 'https://evil.example' }, 403],
    ['a page that CORS lets in', { 'sec-fetch-site': 'cross-site', origin: 'https://docs.example' }, 403],
    ['another port', { origin: `${origin}:8080` }, 403],
    ['the origin by another scheme', { origin: 'https://quire.example' }, 403],
    ['nowhere', { origin: 'null' }, 403],
    ['the address bar', { 'sec-fetch-site': 'none' }, 403],
    ['who does not say from where', {}, 403],
  ];
  for (const [what, headers, status] of writes) {
    it(`lets a write from ${what} ${status === 200 ? 'pass' : 'not pass'}`, async () => {
      const token = world.identity.issue();
      for (const [method, path] of [
        ['POST', '/v1/things'],
        ['PATCH', '/v1/things/x'],
        ['DELETE', '/v1/things/x'],
      ] as const) {
        const answer = await call(path, { ...cookie(token), ...headers }, method);
        expect(answer.status, method).to.equal(status);
        if (status === 403) expect(((await answer.json()) as Failed).error.message).to.include(origin);
      }
      expect(received).to.have.length(status === 200 ? 3 : 0);
      expect((await call('/v1/things/x', { ...cookie(token), ...headers })).status, 'reads').to.equal(200);
      expect((await call('/v1/things', { ...bearer(token), ...headers }, 'POST')).status, 'bearer').to.equal(200);
    });
  }

  it('is never let in by CORS', async () => {
    const headers = { ...cookie(world.identity.issue()), origin: 'https://docs.example' };
    const answers = [await call('/v1/things/x', headers), await call('/v1/things/x', headers, 'OPTIONS')];
    for (const answer of answers) {
      expect(answer.headers.get('access-control-allow-origin')).to.equal('https://docs.example');
      expect(answer.headers.get('access-control-allow-credentials')).to.equal(null);
    }
  });

  it('that is bad or over is taken away: 401 on the API, nobody on a page', async () => {
    const over = world.identity.issue({}, createToken('pat'), new Date(Date.now() - 1));
    for (const token of [createToken('pat'), 'nonsense', '', over]) {
      const refused = await call('/v1/things/x', cookie(token));
      expect(refused.status, token).to.equal(401);
      expect(refused.headers.get('set-cookie')).to.equal(cleared);
      const page = await call('/app/tokens', cookie(token));
      expect(page.status).to.equal(200);
      expect(page.headers.get('set-cookie')).to.equal(cleared);
      expect(await page.text()).to.include('You are not signed on');
    }
  });

  it('that cannot be checked is kept', async () => {
    const token = world.identity.issue();
    world.identity.answer = 'with an error';
    const answer = await call('/v1/things/x', cookie(token));
    expect(answer.status).to.equal(503);
    expect(answer.headers.get('set-cookie')).to.equal(null);
    expect((await call('/app/tokens', cookie(token))).status).to.equal(503);
  });

  it('is counted as its token is', async () => {
    const token = world.identity.issue();
    const one = await call('/v1/things/x', bearer(token));
    const two = await call('/v1/things/x', cookie(token));
    const left = ({ headers }: Response) => Number(headers.get('x-ratelimit-remaining'));
    expect(left(two)).to.equal(left(one) - 1);
  });

  it('goes when the session ends, and stays when it cannot end', async () => {
    const token = world.identity.issue();
    const headers = { ...cookie(token), 'sec-fetch-site': 'same-origin' };
    expect((await call('/v1/things/x', headers)).status).to.equal(200);
    world.identity.answer = 'with an error';
    const failed = await call('/v1/user/session', headers, 'DELETE');
    expect(failed.status).to.equal(503);
    expect(failed.headers.get('set-cookie')).to.equal(null);
    world.identity.answer = 'normally';
    const ended = await call('/v1/user/session', headers, 'DELETE');
    expect(ended.status).to.equal(204);
    expect(ended.headers.get('set-cookie')).to.equal(cleared);
    const byBearer = await call('/v1/user/session', { ...bearer(token) }, 'DELETE');
    expect(byBearer.headers.get('set-cookie')).to.equal(null);
  });

  it('is kept to TLS and to its path where Quire is', async () => {
    const tls = await startWorld(content as never, {
      besides: world,
      environment: { PUBLIC_URL: 'https://q.example/docs' },
    });
    try {
      const answer = await fetch(`${tls.url}/v1/things/x`, { headers: cookie('nonsense') });
      expect(answer.headers.get('set-cookie')).to.equal(
        `${sessionCookieName}=; Max-Age=0; Path=/docs; HttpOnly; SameSite=Lax; Secure`,
      );
    } finally {
      await tls.stop();
    }
  });
});
