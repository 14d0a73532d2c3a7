import { expect } from 'chai';
import express from 'express';
import { bearer, type Failed, type Listening, listen, startWorld, type World } from './support/world.js';

describe('published sites at the gateway', () => {
  let world: World;
  let sites: Listening;
  let received: { url: string; headers: Record<string, unknown> }[] = [];

  before(async () => {
    const app = express();
    app.use((request, response) => {
      received.push({ url: request.url, headers: request.headers });
      response.set('Content-Security-Policy', "default-src 'none'; script-src 'self'");
      response.cookie('visitor', 'v').send('<h1>Page</h1>');
    });
    sites = await listen(app);
    world = await startWorld(express(), { environment: { SITES_URL: sites.url, RATE_LIMIT_PER_MINUTE: '20' } });
  });
  after(async () => {
    await world.stop();
    await sites.close();
  });
  beforeEach(() => {
    received = [];
  });

  it('are read from the sites service, addresses as they came and under the policy that it sets', async () => {
    const answer = await fetch(`${world.url}/s/acme/docs/a%2Fb?q=1&q=2`);
    expect(answer.status).to.equal(200);
    expect(await answer.text()).to.equal('<h1>Page</h1>');
    expect(received[0]!.url).to.equal('/s/acme/docs/a%2Fb?q=1&q=2');
    expect(answer.headers.get('content-security-policy')).to.equal("default-src 'none'; script-src 'self'");
    expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
    expect(answer.headers.get('set-cookie')).to.contain('visitor=v');
  });

  it('learn nothing of who is signed on at Quire, and whoever is not may read', async () => {
    const headers = {
      ...bearer(world.identity.issue()),
      cookie: 'quire_session=secret; visitor=v',
      'x-quire-principal': 'forged',
      'x-forwarded-for': '1.2.3.4',
    };
    expect((await fetch(`${world.url}/s/acme/docs`, { headers })).status).to.equal(200);
    const [{ headers: seen }] = received as [(typeof received)[number]];
    expect(seen).not.to.have.any.keys('authorization', 'x-quire-principal');
    expect(seen.cookie).to.equal('visitor=v');
    expect(seen['x-forwarded-for']).not.to.contain('1.2.3.4');
    const bad = { authorization: 'Bearer quire_pat_nonsense' };
    expect((await fetch(`${world.url}/s/acme/docs`, { headers: bad })).status).to.equal(200);
  });

  it('are only read', async () => {
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const answer = await fetch(`${world.url}/s/acme/docs`, { method });
      expect([answer.status, answer.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD, OPTIONS']);
    }
    expect(received).to.deep.equal([]);
    expect((await fetch(`${world.url}/s/acme/docs`, { method: 'HEAD' })).status).to.equal(200);
  });

  it('are counted as other requests of the address are, and gone while the service is', async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 21; count += 1) statuses.push((await fetch(`${world.url}/s/acme/docs`)).status);
    expect(statuses).to.include(429);
    expect(await (await fetch(`${world.url}/s/acme/docs`)).text()).to.contain('<h1>Too many requests</h1>');
    const lonely = await startWorld(express());
    const answer = await fetch(`${lonely.url}/s/acme/docs`);
    expect(answer.status).to.equal(503);
    expect(answer.headers.get('retry-after')).to.match(/^\d+$/);
    expect(answer.headers.get('content-type')).to.equal('text/html; charset=utf-8');
    expect(answer.headers.get('cache-control')).to.equal('no-store');
    expect(await answer.text()).to.contain('<h1>Back in a moment</h1>');
    const source = await fetch(`${lonely.url}/s/acme/docs/page.md`);
    expect([source.status, source.headers.get('content-type')]).to.deep.equal([503, 'text/plain; charset=utf-8']);
    expect(await source.text()).to.match(/^Back in a moment\. .+\n$/);
    const found = await fetch(`${lonely.url}/s/acme/docs/~/search?q=x&format=json`);
    expect([found.status, ((await found.json()) as Failed).error.code]).to.deep.equal([503, 503]);
    const head = await fetch(`${lonely.url}/s/acme/docs`, { method: 'HEAD' });
    expect([head.status, await head.text()]).to.deep.equal([503, '']);
    const refused = await fetch(`${lonely.url}/s/acme/<script>`, { method: 'POST' });
    expect([refused.status, await refused.text()].join()).to.match(/^405,.*<h1>For reading only<\/h1>/s);
    await lonely.stop();
  });
});
