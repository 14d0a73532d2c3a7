import { internalContract } from '@quire/contract';
import { serviceHeader, serviceVerifier } from '@quire/runtime';
import { expect } from 'chai';
import express from 'express';
import { bearer, type Listening, listen, secret, send, startWorld, type World } from './support/world.js';

describe("sites' own host names at the gateway", () => {
  let world: World;
  let sites: Listening;
  let now = Date.now();
  let hostnames: string[] = [];
  let asked = 0;
  let isAway = false;
  let received: { url: string; headers: Record<string, unknown> }[] = [];

  before(async () => {
    const verify = serviceVerifier(secret);
    const app = express();
    app.post(internalContract.listHostnames.path, (request, response) => {
      verify(request.headers[serviceHeader] as string, request.method, request.originalUrl);
      asked += 1;
      if (isAway) response.status(503).json({ error: { code: 503, message: 'away' } });
      else response.json({ hostnames });
    });
    app.use((request, response) => {
      received.push({ url: request.url, headers: request.headers });
      response.send('<h1>Page</h1>');
    });
    sites = await listen(app);
    const content = express().use((_request, response) => void response.json({ object: 'thing' }));
    world = await startWorld(content, {
      clock: () => new Date(now),
      environment: { SITES_URL: sites.url, RATE_LIMIT_PER_MINUTE: '1000' },
    });
  });
  after(async () => {
    await world.stop();
    await sites.close();
  });
  beforeEach(() => {
    [received, asked, isAway, hostnames] = [[], 0, false, ['docs.acme.example']];
    now += 60_000;
  });

  const at = (host: string, path: string, options: { method?: string; headers?: object } = {}) =>
    send(world.port, { path, method: options.method ?? 'GET', headers: { ...options.headers, host } });

  it('lead to the sites service, whatever the path, which learns the name from the gateway alone', async () => {
    const headers = {
      ...bearer(world.identity.issue()),
      cookie: 'quire_session=secret; quire_visitor=v',
      'x-quire-hostname': 'forged.example',
    };
    for (const path of ['/', '/v1/things/1', '/app/tokens', '/i/x', '/healthz', '/readyz', '/api/', '/s/a/b?q=%2F']) {
      const answer = await at('Docs.Acme.Example.:8080', path, { headers });
      expect([answer.status, answer.body], path).to.deep.equal([200, '<h1>Page</h1>']);
      const { url, headers: seen } = received.pop()!;
      expect([url, seen['x-quire-hostname'], seen.cookie]).to.deep.equal([
        `/s${path}`,
        'docs.acme.example',
        'quire_visitor=v',
      ]);
      expect(seen).not.to.have.any.keys('authorization', 'x-quire-principal');
      expect(answer.headers).not.to.have.property('set-cookie');
    }
    await at('quire.example', '/s/a/b', { headers });
    expect(received.pop()!.headers).not.to.have.property('x-quire-hostname');
  });

  it('are only read', async () => {
    const answer = await at('docs.acme.example', '/v1/things', { method: 'POST' });
    expect([answer.status, answer.headers.allow]).to.deep.equal([405, 'GET, HEAD, OPTIONS']);
    expect(answer.headers['content-type']).to.contain('text/html');
    expect(received).to.deep.equal([]);
  });

  it('are asked for all at once, from time to time, and only when another name than that of Quire is named', async () => {
    const token = bearer(world.identity.issue());
    for (const host of ['quire.example', '127.0.0.1:4000', '[::1]:4000', 'localhost', 'gateway', 'QUIRE.example:1']) {
      expect((await at(host, '/healthz')).status, host).to.equal(200);
      expect((await at(host, '/v1/things/1', { headers: token })).body, host).to.contain('thing');
    }
    expect(asked).to.equal(0);
    const others = Array.from({ length: 30 }, (_, number) => `made-up-${number}.example`);
    const answers = await Promise.all(others.map((host) => at(host, '/v1/things/1', { headers: token })));
    expect(new Set(answers.map(({ status }) => status))).to.deep.equal(new Set([200]));
    expect([asked, received]).to.deep.equal([1, []]);
    hostnames = ['made-up-1.example'];
    expect((await at('made-up-1.example', '/')).body).to.contain('Quire');
    now += 3_000;
    expect((await at('made-up-1.example', '/')).body).to.equal('<h1>Page</h1>');
    expect((await at('docs.acme.example', '/')).body).to.contain('Quire');
    expect(asked).to.equal(2);
  });

  it('stay known while the sites service cannot say, which is not asked over and over', async () => {
    expect((await at('docs.acme.example', '/')).status).to.equal(200);
    isAway = true;
    now += 3_000;
    for (let count = 0; count < 3; count += 1) {
      expect((await at('docs.acme.example', '/')).body).to.equal('<h1>Page</h1>');
      expect((await at('other.example', '/healthz')).status).to.equal(200);
    }
    expect(asked).to.equal(2);
    isAway = false;
    hostnames = [];
    now += 1_000;
    expect((await at('docs.acme.example', '/healthz')).body).to.contain('ok');
  });
});
