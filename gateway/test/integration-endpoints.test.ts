import { expect } from 'chai';
import express from 'express';
import { bearer, type Listening, listen, startWorld, type World } from './support/world.js';

describe('public endpoints of integrations at the gateway', () => {
  let world: World;
  let integrations: Listening;
  let received: { method: string; url: string; headers: Record<string, unknown> }[] = [];

  before(async () => {
    const app = express();
    app.use((request, response) => {
      received.push({ method: request.method, url: request.url, headers: request.headers });
      response.set('Content-Security-Policy', 'sandbox allow-scripts').send('told');
    });
    integrations = await listen(app);
    const environment = { INTEGRATIONS_URL: integrations.url, CORS_ORIGINS: 'https://tools.example.com' };
    world = await startWorld(express(), { environment });
  });
  after(async () => {
    await world.stop();
    await integrations.close();
  });
  beforeEach(() => {
    received = [];
  });

  it('take any method, say nothing of who is signed on, and are under the policy of the service', async () => {
    const headers = {
      ...bearer(world.identity.issue()),
      cookie: 'quire_session=secret',
      origin: 'https://tools.example.com',
      'x-quire-principal': 'forged',
    };
    const answer = await fetch(`${world.url}/i/chat/hook?a=1`, { method: 'POST', headers, body: 'x' });
    expect([answer.status, await answer.text()]).to.deep.equal([200, 'told']);
    expect(answer.headers.get('content-security-policy')).to.equal('sandbox allow-scripts');
    expect(answer.headers.get('access-control-allow-origin')).to.equal(null);
    expect(received[0]).to.include({ method: 'POST', url: '/i/chat/hook?a=1' });
    expect(received[0]!.headers).not.to.have.any.keys('authorization', 'cookie', 'x-quire-principal');
    expect((await fetch(`${world.url}/i/chat/hook`, { method: 'OPTIONS' })).status).to.equal(200);
  });

  it('take a megabyte at most, and no method that is none', async () => {
    const body = 'x'.repeat(1024 * 1024 + 1);
    expect((await fetch(`${world.url}/i/chat`, { method: 'POST', body })).status).to.equal(413);
    expect((await fetch(`${world.url}/i/chat`, { method: 'PROPFIND' })).status).to.equal(405);
    expect(received).to.deep.equal([]);
  });
});
