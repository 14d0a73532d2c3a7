import { expect } from 'chai';
import express from 'express';
import { bearer, type Init, send, startWorld, verifyAssertion, type World } from './support/world.js';

describe('the gateway', () => {
  let world: World;
  let token: string;
  let received: { method: string; url: string; headers: Record<string, unknown>; body: string }[];

  before(async () => {
    const content = express();
    content.disable('x-powered-by');
    content.get('/readyz', (_request, response) => void response.json({}));
    content.use(express.text({ type: () => true, limit: '10mb' }), (request, response) => {
      const { method, url, headers } = request;
      received.push({ method, url, headers, body: typeof request.body === 'string' ? request.body : '' });
      if (method === 'POST') response.set('Location', '/v1/things/new');
      response.set('ETag', '"tag"').json({ object: 'thing', title: 'A <b>bold</b> thing' });
    });
    world = await startWorld(content, { environment: { CORS_ORIGINS: 'https://docs.example' } });
    token = world.identity.issue();
  });
  after(() => world.stop());
  beforeEach(() => {
    received = [];
  });

  const call = (path: string, init: Init = {}) =>
    fetch(world.url + path, { ...init, headers: { ...bearer(token), ...init.headers } });

  describe('routing', () => {
    it('sends an operation to its service, path and query as they came', async () => {
      const answer = await call('/v1/things/a%20b%2Fc?x=1&x=%7B&y=a+b');
      expect(answer.status).to.equal(200);
      expect(received[0]).to.include({ method: 'GET', url: '/v1/things/a%20b%2Fc?x=1&x=%7B&y=a+b' });
    });

    it('lets a page path hold slashes', async () => {
      expect((await call('/v1/things/x/path/guide/start')).status).to.equal(200);
      expect(received[0]!.url).to.equal('/v1/things/x/path/guide/start');
    });

    it('answers 404 for an unknown path, with and without a token, in the shape of the API', async () => {
      for (const headers of [{}, bearer(token)]) {
        const answer = await fetch(`${world.url}/v1/nothing`, { headers });
        expect(answer.status).to.equal(404);
        expect(await answer.json()).to.deep.equal({ error: { code: 404, message: 'There is no such path.' } });
      }
      expect((await call('/else')).status).to.equal(404);
      expect((await call('/internal/introspect', { method: 'POST' })).status).to.equal(404);
    });

    it('answers 405 with Allow for a known path and another method', async () => {
      const answer = await call('/v1/things/x', { method: 'POST', body: '{}' });
      expect(answer.status).to.equal(405);
      expect(answer.headers.get('allow')).to.equal('DELETE, GET, HEAD, PATCH, OPTIONS');
      expect(received).to.be.empty;
    });

    it('answers HEAD where GET is', async () => {
      const answer = await call('/v1/things/x', { method: 'HEAD' });
      expect(answer.status).to.equal(200);
      expect(await answer.text()).to.equal('');
    });

    it('answers 400 for malformed percent-encoding', async () => {
      for (const path of ['/v1/things/%zz', '/v1/things/%', '/v1/%E0%A4%A']) {
        expect((await send(world.port, { path, headers: bearer(token) })).status, path).to.equal(400);
      }
    });

    it('understands the absolute form of a request target', async () => {
      const answer = await send(world.port, { path: 'http://other.example/v1/things/x', headers: bearer(token) });
      expect(answer.status).to.equal(200);
      expect(received[0]!.url).to.equal('/v1/things/x');
    });

    it('refuses WebSockets', async () => {
      const headers = { ...bearer(token), connection: 'Upgrade', upgrade: 'websocket' };
      expect((await send(world.port, { path: '/v1/things/x', headers })).status).to.equal(400);
      expect(received).to.be.empty;
    });
  });

  describe('headers', () => {
    it('cannot be forged: the principal is the gateway’s word', async () => {
      await call('/v1/things/x', {
        headers: { 'x-quire-principal': 'forged', 'X-Quire-Service': 'identity', 'x-forwarded-for': '6.6.6.6' },
      });
      const { headers } = received[0]!;
      expect(verifyAssertion(headers['x-quire-principal'] as string)).to.include({ userId: 'user1' });
      expect(headers).not.to.have.any.keys('authorization', 'x-quire-service');
      expect(headers['x-forwarded-for'])
        .to.match(/127\.0\.0\.1$/)
        .and.not.include('6.6.6.6');
    });

    it('named in Connection are for one hop and cannot unmake ours', async () => {
      await send(world.port, {
        path: '/v1/things/x',
        headers: {
          ...bearer(token),
          connection: 'close, x-quire-principal, x-custom',
          'x-custom': '1',
          te: 'trailers',
        },
      });
      const { headers } = received[0]!;
      expect(headers).to.include.keys('x-quire-principal');
      expect(headers).not.to.have.any.keys('x-custom', 'te');
      expect(headers.connection).to.equal('keep-alive');
    });

    it('of a public operation hold neither token nor principal', async () => {
      await call('/v1/files/f1', { headers: { 'x-quire-principal': 'forged' } });
      expect(received[0]!.headers).not.to.have.any.keys('authorization', 'x-quire-principal');
      expect((await fetch(`${world.url}/v1/files/f1`)).status).to.equal(200);
    });

    it('carry a request id: the caller’s when well-formed, else a new one', async () => {
      const kept = await call('/v1/things/x', { headers: { 'x-request-id': 'my-id.1' } });
      expect(kept.headers.get('x-request-id')).to.equal('my-id.1');
      expect(received[0]!.headers['x-request-id']).to.equal('my-id.1');
      const made = await call('/v1/things/x', { headers: { 'x-request-id': 'has space' } });
      expect(made.headers.get('x-request-id')).to.match(/^[0-9a-f-]{36}$/);
      expect(received[1]!.headers['x-request-id']).to.equal(made.headers.get('x-request-id'));
    });

    it('carry the trace on: the caller’s or a new one', async () => {
      const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
      await call('/v1/things/x', { headers: { traceparent } });
      expect(received[0]!.headers.traceparent).to.equal(traceparent);
      const answer = await call('/v1/nothing', { headers: { traceparent: 'rubbish' } });
      expect(answer.headers.get('traceparent')).to.match(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
    });

    it('of the service come through', async () => {
      const answer = await call('/v1/things', { method: 'POST', body: '{"a":1}' });
      expect(answer.headers.get('etag')).to.equal('"tag"');
      expect(answer.headers.get('location')).to.equal('/v1/things/new');
      expect(answer.headers.get('x-content-type-options')).to.equal('nosniff');
      expect(received[0]!.body).to.equal('{"a":1}');
    });

    it('end the connection when the client wants that', async () => {
      const closing = await send(world.port, {
        path: '/v1/things/x',
        headers: { ...bearer(token), connection: 'close' },
      });
      expect(closing.headers.connection).to.equal('close');
    });
  });

  describe('CORS', () => {
    const preflight = (origin: string) =>
      fetch(`${world.url}/v1/things/x`, {
        method: 'OPTIONS',
        headers: { origin, 'access-control-request-method': 'PATCH' },
      });

    it('lets an allowed origin call and read', async () => {
      const allowed = await preflight('https://docs.example');
      expect(allowed.status).to.equal(204);
      expect(allowed.headers.get('access-control-allow-origin')).to.equal('https://docs.example');
      expect(allowed.headers.get('access-control-allow-methods')).to.include('PATCH');
      expect(allowed.headers.get('access-control-allow-headers')).to.include('Authorization');
      const answer = await call('/v1/things/x', { headers: { origin: 'https://docs.example' } });
      expect(answer.headers.get('access-control-allow-origin')).to.equal('https://docs.example');
      expect(answer.headers.get('access-control-expose-headers')).to.include('ETag');
      expect(answer.headers.get('vary')).to.include('Origin');
    });

    it('lets it read refusals too', async () => {
      const answer = await fetch(`${world.url}/v1/things/x`, { headers: { origin: 'https://docs.example' } });
      expect(answer.status).to.equal(401);
      expect(answer.headers.get('access-control-allow-origin')).to.equal('https://docs.example');
    });

    it('tells another origin nothing', async () => {
      const refused = await preflight('https://evil.example');
      expect(refused.headers.get('access-control-allow-origin')).to.equal(null);
      expect(refused.headers.get('access-control-allow-methods')).to.equal(null);
    });
  });

  describe('bodies', () => {
    it('that are announced too large are refused with 413 before the service sees them', async () => {
      const answer = await call('/v1/things', { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) });
      expect(answer.status).to.equal(413);
      expect(received).to.be.empty;
      expect((await call('/v1/things', { method: 'POST', body: 'x'.repeat(1024 * 1024) })).status).to.equal(200);
    });

    it('of a chunked DELETE stay one request', async () => {
      const smuggled = 'GET /v1/things/smuggled HTTP/1.1\r\nHost: x\r\n\r\n';
      const answer = await send(world.port, {
        method: 'DELETE',
        path: '/v1/things/x',
        headers: { ...bearer(token), 'transfer-encoding': 'chunked' },
        body: smuggled,
      });
      expect(answer.status).to.equal(200);
      await call('/v1/things/after');
      expect(received.map(({ url }) => url)).to.deep.equal(['/v1/things/x', '/v1/things/after']);
      expect(received[0]!.body).to.equal(smuggled);
    });
  });

  describe('its own pages', () => {
    it('begin at /', async () => {
      const answer = await fetch(world.url);
      expect(answer.status).to.equal(200);
      expect(await answer.text())
        .to.include('http://quire.example/v1')
        .and.include('href="api/"');
    });

    it('answer /healthz at any time, /readyz only when every service is ready', async () => {
      expect((await fetch(`${world.url}/healthz`)).status).to.equal(200);
      const answer = await fetch(`${world.url}/readyz`);
      expect(answer.status).to.equal(503);
      expect(await answer.json()).to.deep.equal({
        status: 'not ready',
        details: { identity: true, content: true, sites: false, integrations: false },
      });
    });

    it('hold the OpenAPI document, with an ETag', async () => {
      const answer = await fetch(`${world.url}/v1/openapi.json`);
      expect(answer.status).to.equal(200);
      expect(await answer.json()).to.include({ openapi: '3.1.0' });
      const etag = answer.headers.get('etag')!;
      const again = await fetch(`${world.url}/v1/openapi.json`, { headers: { 'if-none-match': etag } });
      expect(again.status).to.equal(304);
    });

    it('hold a reference that loads nothing from elsewhere and runs no inline script', async () => {
      const answer = await fetch(`${world.url}/api`);
      expect(answer.url).to.equal(`${world.url}/api/`);
      const policy = answer.headers.get('content-security-policy')!;
      expect(policy)
        .to.include(`script-src 'self';`)
        .and.not.match(/(?:script|default)-src[^;]*unsafe/);
      const html = await answer.text();
      expect(html).not.to.match(/https?:\/\/(?!www\.w3\.org)/);
      for (const [, path] of html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)) {
        expect((await fetch(`${world.url}/api/${path}`)).status, path).to.equal(200);
      }
      expect(await (await fetch(`${world.url}/api/swagger-ui-init.js`)).text()).to.include('../v1/openapi.json');
    });

    it('name a thing without its title, unless the caller may see it', async () => {
      const open = await (await fetch(`${world.url}/app/thing/t1`)).text();
      expect(open).to.include('Thing t1').and.include('http://quire.example/v1/things/t1');
      expect(open).not.to.include('bold');
      expect(received).to.be.empty;
      const own = await (await call('/app/thing/t1')).text();
      expect(own).to.include('A &#60;b&#62;bold&#60;/b&#62; thing');
      expect(verifyAssertion(received[0]!.headers['x-quire-principal'] as string).userId).to.equal('user1');
    });

    it('name a thing even when its service is down', async () => {
      const answer = await call('/app/site/s1');
      expect(answer.status).to.equal(200);
      expect(await answer.text()).to.include('Site s1');
    });

    it('are read only', async () => {
      for (const path of ['/', '/api/', '/v1/openapi.json', '/app/thing/t1', '/healthz']) {
        const refused = await call(path, { method: 'POST' });
        expect(refused.status, path).to.equal(405);
        expect(refused.headers.get('allow')).to.equal('GET, HEAD, OPTIONS');
        expect((await call(path, { method: 'HEAD' })).status, path).to.equal(200);
      }
    });

    it('are not made for nonsense', async () => {
      for (const path of ['/app', '/app/thing', '/app/thing/%3Cscript%3E', '/app/thing/a/b', '/app/Thing/x']) {
        expect((await fetch(world.url + path)).status, path).to.equal(404);
      }
    });
  });
});
