import { createToken, generateAssertionKeys, type Principal, principalVerifier } from '@quire/runtime';
import { expect } from 'chai';
import { createAssertions } from '../src/assertions.js';
import {
  bearer,
  type Failed,
  FakeIdentity,
  listen,
  somebody,
  startWorld,
  verifyAssertion,
  type World,
} from './support/world.js';

describe('authentication', () => {
  let world: World;
  let principals: (Principal | undefined)[];

  const content = (request: { headers: Record<string, unknown> }, response: { end(text: string): void }) => {
    const assertion = request.headers['x-quire-principal'] as string | undefined;
    principals.push(assertion === undefined ? undefined : verifyAssertion(assertion));
    response.end('{}');
  };

  beforeEach(async () => {
    principals = [];
    world = await startWorld(content as never);
  });
  afterEach(() => world.stop());

  const call = (token: string, path = '/v1/things/x', method = 'GET') =>
    fetch(world.url + path, { method, headers: bearer(token) });

  it('vouches for the token’s principal, and asks identity once', async () => {
    const token = world.identity.issue({ displayName: 'Grace' });
    const answers = await Promise.all(Array.from({ length: 5 }, () => call(token)));
    expect(answers.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200]);
    expect((await call(token)).status).to.equal(200);
    expect(principals[5]).to.deep.equal({ ...somebody, displayName: 'Grace' });
    expect(world.identity.asked).to.have.length(1);
  });

  it('answers 401 without a token, with a challenge', async () => {
    const answer = await fetch(`${world.url}/v1/things/x`);
    expect(answer.status).to.equal(401);
    expect(answer.headers.get('www-authenticate')).to.equal('Bearer');
    expect(await answer.json()).to.deep.equal({
      error: { code: 401, message: 'A valid bearer token is required.' },
    });
  });

  it('refuses an impossible token without asking anybody', async () => {
    const token = createToken('pat');
    const impossible = [
      'short',
      `${token}x`,
      `${token.slice(0, -1)}${token.endsWith('x') ? 'y' : 'x'}`,
      'y'.repeat(600),
    ];
    for (const text of impossible) expect((await call(text)).status, text).to.equal(401);
    for (const authorization of ['Basic dTpw', 'Bearer', 'Bearer a b', token]) {
      expect((await fetch(`${world.url}/v1/things/x`, { headers: { authorization } })).status).to.equal(401);
    }
    expect(world.identity.asked).to.be.empty;
  });

  it('refuses an unknown token, and remembers that for a moment', async () => {
    const token = createToken('pat');
    for (let time = 0; time < 3; time++) {
      const answer = await call(token);
      expect(answer.status).to.equal(401);
      expect(answer.headers.get('www-authenticate')).to.match(/^Bearer/);
    }
    expect(world.identity.asked).to.have.length(1);
  });

  it('asks the integrations service about tokens of theirs, and nobody else', async () => {
    const integrations = new FakeIdentity(world.cache);
    const server = await listen(integrations.listener);
    const other = await startWorld(content as never, { environment: { INTEGRATIONS_URL: server.url } });
    try {
      for (const kind of ['int', 'ins'] as const) {
        const token = integrations.issue({ displayName: kind }, createToken(kind));
        expect((await fetch(`${other.url}/v1/things/x`, { headers: bearer(token) })).status).to.equal(200);
        expect(principals.at(-1)!.displayName).to.equal(kind);
        // It says 503 where they are down: nobody is let in, or refused, unasked.
        expect((await call(createToken(kind))).status).to.equal(503);
      }
      expect(integrations.asked).to.have.length(2);
      expect([...other.identity.asked, ...world.identity.asked]).to.be.empty;
    } finally {
      await other.stop();
      await server.close();
    }
  });

  it('takes an administrator’s own token of 32 characters', async () => {
    const token = world.identity.issue({}, 'correct-horse-battery-staple-2026');
    expect((await call(token)).status).to.equal(200);
    expect((await call('correct-horse-battery-staple')).status).to.equal(401);
  });

  it('takes Bearer in any case', async () => {
    const token = world.identity.issue();
    const answer = await fetch(`${world.url}/v1/things/x`, { headers: { authorization: `bearer ${token}` } });
    expect(answer.status).to.equal(200);
  });

  it('asks for the scope of the method, and names it', async () => {
    const reader = world.identity.issue({ scopes: ['read'] });
    expect((await call(reader)).status).to.equal(200);
    expect((await call(reader, '/v1/things/x', 'HEAD')).status).to.equal(200);
    const refused = await call(reader, '/v1/things/x', 'PATCH');
    expect(refused.status).to.equal(403);
    expect(((await refused.json()) as Failed).error.message).to.include('"write"');
    const writer = world.identity.issue({ scopes: ['write'] });
    expect((await call(writer, '/v1/things/x', 'PATCH')).status).to.equal(200);
    expect(((await (await call(writer)).json()) as Failed).error.message).to.include('"read"');
  });

  it('asks for the scope admin where instance administrators are asked for', async () => {
    const user = world.identity.issue({ instanceAdmin: true });
    const refused = await call(user, '/v1/admin/users');
    expect(refused.status).to.equal(403);
    expect(((await refused.json()) as Failed).error.message).to.include('"admin"');
    const admin = world.identity.issue({ instanceAdmin: true, scopes: ['read', 'write', 'admin'] });
    expect((await call(admin, '/v1/admin/users')).status).to.equal(200);
  });

  it('refuses a token from the moment on that it expires, also from its cache', async () => {
    let now = new Date('2030-01-01T00:00:00Z');
    const timed = await startWorld(content as never, { besides: world, clock: () => now });
    try {
      const token = world.identity.issue({}, createToken('pat'), new Date('2030-01-01T00:00:05Z'));
      const status = async () => (await fetch(`${timed.url}/v1/things/x`, { headers: bearer(token) })).status;
      expect(await status()).to.equal(200);
      now = new Date('2030-01-01T00:00:04.999Z');
      expect(await status()).to.equal(200);
      now = new Date('2030-01-01T00:00:05Z');
      expect(await status()).to.equal(401);
      expect(world.identity.asked).to.have.length(1);
    } finally {
      await timed.stop();
    }
  });

  it('refuses a revoked token at the next request, at every replica', async () => {
    const other = await startWorld(content as never, { besides: world });
    try {
      const token = world.identity.issue();
      for (const { url } of [world, other]) {
        expect((await fetch(`${url}/v1/things/x`, { headers: bearer(token) })).status).to.equal(200);
      }
      await world.identity.revoke(token);
      for (const { url } of [world, other]) {
        expect((await fetch(`${url}/v1/things/x`, { headers: bearer(token) })).status).to.equal(401);
      }
    } finally {
      await other.stop();
    }
  });

  describe('while identity', () => {
    const expectUnavailable = async (token: string) => {
      const began = Date.now();
      const answer = await call(token);
      expect(answer.status).to.equal(503);
      expect(answer.headers.get('retry-after')).to.equal('1');
      expect(Date.now() - began).to.be.lessThan(1_000);
    };

    it('hangs: answers 503 within a second, and goes on for callers it knows', async () => {
      const known = world.identity.issue();
      expect((await call(known)).status).to.equal(200);
      world.identity.answer = 'never';
      await expectUnavailable(world.identity.issue());
      expect((await call(known)).status).to.equal(200);
      world.identityServer.server.closeAllConnections();
    });

    it('fails: answers 503, never 401, and forgets that at once', async () => {
      const token = world.identity.issue();
      world.identity.answer = 'with an error';
      await expectUnavailable(token);
      world.identity.answer = 'normally';
      expect((await call(token)).status).to.equal(200);
    });

    it('is down: answers 503 within a second; an unknown path stays 404, a public one open', async () => {
      const token = world.identity.issue();
      await world.identityServer.close();
      await expectUnavailable(token);
      expect((await call(token, '/v1/nothing')).status).to.equal(404);
      expect((await call(token, '/v1/files/f')).status).to.equal(200);
      expect((await call('impossible')).status).to.equal(401);
    });
  });
});

describe('assertions', () => {
  const { privateKey, publicKey } = generateAssertionKeys();

  it('are reused for 30 seconds and made anew when the principal changes', () => {
    const sign = createAssertions(privateKey);
    const first = sign(somebody, 1_000);
    expect(sign({ ...somebody }, 1_029)).to.equal(first);
    expect(sign({ ...somebody }, 1_031)).not.to.equal(first);
    expect(sign({ ...somebody, organizations: {} }, 1_000)).not.to.equal(first);
  });

  it('are kept for the callers that come most recently', () => {
    const sign = createAssertions(privateKey);
    const first = sign({ ...somebody, userId: 'first' }, 1_000);
    for (let count = 0; count < 2_500; count++) {
      sign({ ...somebody, userId: `user${count}` }, 1_000);
      if (count % 500 === 0) expect(sign({ ...somebody, userId: 'first' }, 1_000)).to.equal(first);
    }
  });

  it('of somebody in very many organizations are good, and made anew each time', () => {
    const sign = createAssertions(privateKey);
    const verify = principalVerifier(publicKey);
    const organizations = Object.fromEntries(
      Array.from({ length: 4_000 }, (_, index) => [`organization-${index}`, { role: null, teams: [] }]),
    );
    const assertions = [1_000, 1_001].map((now) => sign({ ...somebody, organizations }, now));
    expect(new Set(assertions)).to.have.length(2);
    for (const assertion of assertions) {
      expect(verify(assertion, 1_002).organizations).to.deep.equal(organizations);
      expect(() => verify(assertion, 2_000)).to.throw();
    }
  });
});
