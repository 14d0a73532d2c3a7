import { createServer, get, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { events } from '@quire/contract';
import { newId } from '@quire/runtime';
import { eventually } from '@quire/testing';
import { expect } from 'chai';
import { after, before, beforeEach, describe, it } from 'mocha';
import { type IntegrationsFixture, integrationsService, type Requests } from '../integrations-service.js';
import { manifest } from '../manifest.js';

const spaceFacts = (organization: string, space: string) => ({
  space,
  organization,
  title: 'Guide',
  emoji: '📘',
  defaultLevel: 'inherit',
  resolvedLevel: 'inherit',
  editMode: 'live',
  revision: 'revision2',
  previousRevision: 'revision1',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  counts: { comments: 0, changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 },
});

/** An integration that is published and installed at the organization that owns it. */
async function installed(integrations: IntegrationsFixture, script: string, more: object = {}) {
  const organization = integrations.neighbours.organization();
  const name = `chat-${newId()}`;
  const installation = newId();
  const space = newId();
  const admin = integrations.as({ [organization]: 'admin' });
  await admin.post(`/v1/integrations/${name}`, manifest(organization, { script, ...more }), { expect: 200 });
  await install(integrations, { id: installation, integration: name, organization });
  await integrations.db('spaces').insert({ id: space, organization_id: organization, state: 'present', sequence: 1 });
  const update = (id?: string) =>
    integrations.deliver(events.spaceContentUpdated, {
      subject: space,
      sequence: 2,
      data: spaceFacts(organization, space),
      ...(id === undefined ? {} : { id }),
    });
  const path = `/v1/integrations/${name}`;
  const list = async (): Promise<Listed[]> => (await admin.get(`${path}/events`, { expect: 200 })).body.items;
  return { organization, name, installation, space, admin, update, list, path };
}

interface Listed {
  id: string;
  status: string;
  payload: { type: string; eventId: string } & Record<string, unknown>;
}

const install = ({ db }: IntegrationsFixture, row: { id: string; integration: string; organization: string }) =>
  db('installations').insert({
    id: row.id,
    integration: row.integration,
    organization_id: row.organization,
    status: 'active',
    space_selection: 'all',
    site_selection: 'selected',
    configuration: JSON.stringify({ channel: 'docs' }),
    created_at: new Date(),
    updated_at: new Date(),
  });

describe('events of integrations', () => {
  const integrations = integrationsService({ QUIRE_OUTBOUND_ALLOW: '127.0.0.1/32', QUIRE_INTEGRATION_RUNTIME: 'on' });
  const traceOf = async (admin: Requests, path: string, id: string): Promise<string[]> => {
    const { body } = await admin.get(`${path}/events/${id}`, { expect: 200 });
    return body.trace.logs.map(({ level, message }: { level: string; message: string }) => `${level}: ${message}`);
  };

  const script = `
    let count = 0;
    export default {
      async fetch(request) {
        const form = await request.formData();
        const event = JSON.parse(form.get('event'));
        const environment = JSON.parse(form.get('environment'));
        if (event.type === 'ui_render') {
          if (event.componentId !== 'settings') return Response.json({ error: 'Component not found' }, { status: 404 });
          return Response.json({ type: 'element', element: { type: 'text', text: event.props.greeting + event.auth.userId } });
        }
        if (event.type === 'fetch') {
          const body = form.get('fetch-body');
          return new Response(JSON.stringify([event.installationId ?? null, event.request, body && await body.text()]), {
            status: 201,
            headers: { 'content-type': 'text/html', 'set-cookie': 'quire_session=x', 'x-own': 'yes', 'clear-site-data': '"*"', 'accept-ch': 'DPR' },
          });
        }
        console.log(event.type, environment.installation.configuration.channel, environment.secrets.key, ++count);
        return new Response('', { status: count === 1 ? 500 : 200 });
      },
    };`;

  it('listIntegrationEvents, getIntegrationEvent: recorded once, tried again, with what was written', async () => {
    const { update, list, admin, path, space, installation } = await installed(integrations, script, {
      secrets: { key: 'hush' },
    });
    const id = crypto.randomUUID();
    await update(id);
    await update(id);
    const [event, ...others] = await list();
    expect(others).to.deep.equal([]);
    expect(event).to.deep.include({ status: 'success', installationId: installation });
    expect(event!.payload).to.deep.equal({
      type: 'space_content_updated',
      eventId: event!.id,
      installationId: installation,
      spaceId: space,
      revisionId: 'revision2',
    });
    // The first attempt was answered 500; the trace is that of the last.
    expect(await traceOf(admin, path, event!.id)).to.deep.equal(['info: space_content_updated docs hush 2']);
    await update();
    expect((await list()).map(({ id: each }) => each)[1]).to.equal(event!.id);
  });

  it('getIntegrationEvent: what no database holds is written in another way, and nothing fails of it', async () => {
    const odd = `export default { fetch() {
      console.log('a\\u0000b\\ud800c');
      console.log('x'.repeat(3999) + '😀');
      return new Response('ok');
    } }`;
    const { update, list, admin, path, name } = await installed(integrations, odd);
    await update();
    await eventually(async () => expect((await list())[0]?.status).to.equal('success'), { timeoutMs: 30_000 });
    const [event] = await list();
    expect(await traceOf(admin, path, event!.id)).to.deep.equal([
      'info: a\uFFFDb\uFFFDc',
      `info: ${'x'.repeat(3999)}\uFFFD…`,
    ]);
    expect((await integrations.anonymous().get(`/i/${name}`)).status).to.equal(200);
  });

  it('is not kept from stopping by a script or a tunnel, and tells the event again after the next start', async () => {
    const asked: ServerResponse[] = [];
    const server = createServer((request, response) => {
      asked.push(response);
      // The first of each is never answered.
      if (asked.length > 2) request.resume().on('end', () => response.end('late'));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const asks = `export default { fetch: () => fetch('${url}') }`;
    const all = [await installed(integrations, asks), await installed(integrations, asks)];
    await all[1]!.admin.put(`${all[1]!.path}/dev`, { tunnelUrl: url }, { expect: 204 });
    const told = all.map(({ update }) => update());
    await eventually(async () => expect(asked).to.have.length(2), { timeoutMs: 30_000 });
    await integrations.service.stop();
    for (const { name } of all) {
      const rows = await integrations.db('integration_events').where({ integration: name });
      expect(rows.map(({ status, logs }) => [status, logs])).to.deep.equal([[null, []]]);
    }
    await integrations.service.start();
    await Promise.all(told);
    await integrations.service.drain();
    for (const { list } of all) expect((await list()).map(({ status }) => status)).to.deep.equal(['success']);
    server.closeAllConnections();
    server.close();
  });

  it('tells how visible a space has become, and was', async () => {
    const { list, space, organization, installation } = await installed(integrations, script);
    const change = { previousVisibility: 'private', visibility: 'share-link' };
    await integrations.deliver(events.spaceVisibilityUpdated, {
      subject: space,
      sequence: 2,
      data: { space, organization, ...change },
    });
    const [{ id, payload }] = (await list()) as [Listed];
    const about = { eventId: id, installationId: installation, spaceId: space };
    expect(payload).to.deep.equal({ type: 'space_visibility_updated', ...about, ...change });
  });

  it('listIntegrationEvents, getIntegrationEvent: for admins of the owner alone', async () => {
    const { organization, path } = await installed(integrations, script);
    for (const at of [`${path}/events`, `${path}/events/${newId()}`]) {
      await integrations.as({ [organization]: 'create' }).get(at, { expect: 403 });
      await integrations.as({}).get(at, { expect: 404 });
    }
    await integrations.as({ [organization]: 'admin' }).get(`${path}/events/${newId()}`, { expect: 404 });
    await integrations.as({ [organization]: 'admin' }).get(`${path}/events`, { query: { page: 'x' }, expect: 400 });
  });

  it('listIntegrationEvents, getIntegrationEvent: an integration reads its own', async () => {
    const { name, path, list } = await installed(integrations, script);
    const told = { id: newId(), integration: name, status: 'success', created_at: new Date() };
    const payload = JSON.stringify({ type: 'installation_setup', eventId: told.id });
    await integrations.db('integration_events').insert({ ...told, payload });
    const [event] = await list();
    const asIntegration = (integration: string) =>
      integrations.as({}, { kind: 'integration', userId: integration, integration });
    const own = asIntegration(name);
    const { body } = await own.get(`${path}/events`, { expect: 200 });
    expect(body.items).to.deep.equal([event]);
    const one = await own.get(`${path}/events/${event!.id}`, { expect: 200 });
    expect(one.body.event).to.deep.equal(event);
    const other = await installed(integrations, script, { visibility: 'public' });
    await own.get(`${other.path}/events`, { expect: 403 });
    await asIntegration(other.name).get(`${path}/events/${event!.id}`, { expect: 404 });
    await asIntegration(other.name).get(`${other.path}/events/${event!.id}`, { expect: 404 });
  });

  it('renderIntegrationUIWithPost answers what the script renders', async () => {
    const { organization, path, admin, list, space } = await installed(integrations, script);
    const body = (componentId: string, context: object) => ({ componentId, props: { greeting: 'Hello ' }, context });
    const context = { type: 'configuration_account', theme: 'dark', organizationId: organization };
    const rendered = await admin.post(`${path}/render`, body('settings', context), { expect: 200 });
    expect(rendered.body).to.deep.equal({ type: 'element', element: { type: 'text', text: 'Hello ada' } });
    await admin.post(`${path}/render`, body('other', context), { expect: 404 });
    expect((await list()).map(({ status, payload }) => [status, payload.type])).to.deep.equal([
      ['failed', 'ui_render'],
      ['success', 'ui_render'],
    ]);
    const reader = integrations.as({ [organization]: 'read' });
    await reader.post(`${path}/render`, body('settings', context), { expect: 403 });
    const inDocument = { type: 'document', theme: 'light', spaceId: space, editable: false };
    await reader.post(`${path}/render`, body('settings', inDocument), { expect: 200 });
    await admin.post(`${path}/render`, body('settings', { ...inDocument, spaceId: newId() }), { expect: 404 });
    const bad = await admin.post(`${path}/render`, { props: [], context: { type: 'moon' } }, { expect: 400 });
    expect(bad.body.error.details.map((each: { path: string }) => each.path)).to.include.members([
      'body.componentId',
      'body.props',
      'body.context.type',
    ]);
  });

  it("hands requests to the public endpoint over, and answers them as nothing of Quire's", async () => {
    const { name, installation, list } = await installed(integrations, script);
    const url = `http://127.0.0.1:${integrations.service.port}/i/${name}`;
    const headers = {
      authorization: 'Bearer x',
      cookie: 'quire_session=y',
      'x-own': 'mine',
      'content-type': 'text/plain',
    };
    const answer = await fetch(`${url}/${installation}/hook?a=b%20c`, { method: 'POST', headers, body: 'text' });
    expect(answer.status).to.equal(201);
    const [id, request, body] = (await answer.json()) as [string, { headers: object }, string];
    expect([id, body]).to.deep.equal([installation, 'text']);
    expect(request).to.include({
      method: 'post',
      url: `https://docs.example.com/i/${name}/${installation}/hook?a=b+c`,
    });
    expect(request.headers).to.include({ 'x-own': 'mine' }).and.not.have.any.keys('authorization', 'cookie');
    expect(answer.headers.get('content-security-policy')).to.match(/^sandbox (?!.*allow-same-origin)/);
    expect(answer.headers.get('x-own')).to.equal('yes');
    expect(answer.headers.get('set-cookie')).to.equal(null);
    expect(answer.headers.get('clear-site-data')).to.equal(null);
    expect(answer.headers.get('accept-ch')).to.equal(null);
    const own = await fetch(`${url}/hook`);
    expect(((await own.json()) as unknown[])[0]).to.equal(null);
    expect((await list())[1]!.payload).to.deep.include({ type: 'fetch', installationId: installation });

    expect((await fetch(`${url}-unknown/hook`)).status).to.equal(404);
    expect((await fetch(url, { method: 'PROPFIND' })).status).to.equal(405);
    const large = { method: 'POST', body: 'x'.repeat(1024 * 1024 + 1) };
    expect((await fetch(url, large)).status).to.equal(413);
  });

  it("is no code or style of Quire's own pages", async () => {
    const { name } = await installed(integrations, script);
    const url = `http://127.0.0.1:${integrations.service.port}/i/${name}/app.js`;
    const statusFor = (site: string, destination: string) =>
      new Promise((resolve, reject) => {
        const headers = { 'sec-fetch-site': site, 'sec-fetch-dest': destination };
        get(url, { headers }, (response) => resolve(response.resume().statusCode)).on('error', reject);
      });
    for (const destination of ['script', 'style', 'serviceworker', 'worker'])
      expect(await statusFor('same-origin', destination), destination).to.equal(403);
    expect(await statusFor('same-origin', 'document')).to.equal(201);
    expect(await statusFor('cross-site', 'script')).to.equal(201);
  });

  describe('and a development tunnel', () => {
    const received: { type: string | undefined; bytes: Buffer }[] = [];
    let status = 200;
    const tunnel = createServer((request: IncomingMessage, response) => {
      void buffer(request).then((bytes) => {
        received.push({ type: request.headers['content-type'], bytes });
        response.writeHead(status).end();
      });
    });
    let tunnelUrl = '';
    before(async () => {
      await new Promise<void>((resolve) => tunnel.listen(0, '127.0.0.1', resolve));
      tunnelUrl = `http://127.0.0.1:${(tunnel.address() as AddressInfo).port}/`;
    });
    after(() => void tunnel.close());
    beforeEach(() => {
      received.length = 0;
      status = 200;
    });

    it('setIntegrationDevelopmentMode, disableIntegrationDevelopmentMode: to the tunnel, and to the script again', async () => {
      const { admin, path, update, list, name, space } = await installed(integrations, script);
      await admin.put(`${path}/dev`, { tunnelUrl }, { expect: 204 });
      await update();
      const form = await new Response(Uint8Array.from(received[0]!.bytes), {
        headers: { 'content-type': received[0]!.type! },
      }).formData();
      const event = JSON.parse(form.get('event') as string) as Record<string, unknown>;
      const environment = JSON.parse(form.get('environment') as string);
      expect(event).to.include({ type: 'space_content_updated', spaceId: space });
      expect(environment.integration).to.include({ name, version: 1 });
      expect(environment.installation.configuration).to.deep.equal({ channel: 'docs' });
      expect(environment.spaceInstallation).to.include({ space, status: 'active' });
      expect(environment.apiEndpoint).to.equal('https://docs.example.com');
      expect(environment.apiTokens.integration).to.match(/^quire_int_/);
      expect(environment.apiTokens.installation).to.match(/^quire_ins_/);
      expect(environment.signingSecrets.integration).to.match(/^[0-9a-f]{64}$/);
      expect((await list())[0]).to.include({ status: 'success', id: event.eventId });

      status = 503;
      await update();
      expect((await list())[0]).to.include({ status: 'failed' });
      expect(received).to.have.length(3);
      await admin.delete(`${path}/dev`, { expect: 205 });
      await update();
      expect(received).to.have.length(3);
    });

    it('unpublishIntegration: who takes the name next has other secrets, and tokens that are good', async () => {
      const heard = async () => {
        const { bytes, type } = received.splice(0)[0]!;
        const form = await new Response(Uint8Array.from(bytes), { headers: { 'content-type': type! } }).formData();
        const { signingSecret, apiTokens } = JSON.parse(form.get('environment') as string);
        return { secret: signingSecret as string, token: apiTokens.integration as string };
      };
      const published = async (name: string) => {
        const organization = integrations.neighbours.organization();
        const admin = integrations.as({ [organization]: 'admin' });
        const path = `/v1/integrations/${name}`;
        await admin.post(path, manifest(organization, { script, visibility: 'public' }), { expect: 200 });
        await admin.put(`${path}/dev`, { tunnelUrl }, { expect: 204 });
        await integrations.anonymous().get(`/i/${name}`);
        return { ...(await heard()), withdraw: () => admin.delete(path, { expect: 204 }) };
      };
      const name = `chat-${newId()}`;
      const first = await published(name);
      expect((await integrations.introspect(first.token)).principal).to.include({ integration: name });
      await first.withdraw();
      integrations.wait(1_000);
      const second = await published(name);
      expect(second.secret).not.to.equal(first.secret);
      expect((await integrations.introspect(first.token)).principal).to.equal(null);
      expect((await integrations.introspect(second.token)).principal).to.include({ integration: name });
    });

    it('setIntegrationDevelopmentMode: events of other organizations only if asked for', async () => {
      const { admin, path, name } = await installed(integrations, script);
      const organization = integrations.neighbours.organization();
      await install(integrations, { id: newId(), integration: name, organization });
      const space = newId();
      const update = () =>
        integrations.deliver(events.spaceContentUpdated, {
          subject: space,
          sequence: 1,
          data: spaceFacts(organization, space),
        });
      await admin.put(`${path}/dev`, { tunnelUrl }, { expect: 204 });
      await update();
      expect(received).to.have.length(0);
      await admin.put(`${path}/dev`, { tunnelUrl, all: true }, { expect: 204 });
      await update();
      expect(received).to.have.length(1);
    });

    it('setIntegrationDevelopmentMode refuses what it may not reach and who may not ask', async () => {
      const { admin, path, organization } = await installed(integrations, script);
      for (const bad of [
        'http://10.0.0.1/',
        'ftp://example.com/',
        'tunnel',
        '',
        `http://e.com/${'x'.repeat(256)}`,
        1,
      ]) {
        const { body } = await admin.put(`${path}/dev`, { tunnelUrl: bad }, { expect: 400 });
        expect(body.error.details[0].path).to.equal('body.tunnelUrl');
      }
      const member = integrations.as({ [organization]: 'create' });
      await member.put(`${path}/dev`, { tunnelUrl }, { expect: 403 });
      await member.delete(`${path}/dev`, { expect: 403 });
      await integrations.as({}).delete(`${path}/dev`, { expect: 404 });
    });
  });
});

describe('events of integrations where none runs', () => {
  const integrations = integrationsService();

  it('are kept, with the reason', async () => {
    const { update, list, admin, path, organization } = await installed(integrations, 'export default {}');
    await update();
    const [event] = await list();
    expect(event).to.include({ status: 'failed' });
    const { body } = await admin.get(`${path}/events/${event!.id}`, { expect: 200 });
    expect(body.trace.logs[0]).to.include({ level: 'error', message: 'Scripts are not run here.' });
    const context = { type: 'configuration_account', theme: 'dark', organizationId: organization };
    await admin.post(`${path}/render`, { componentId: 'x', props: {}, context }, { expect: 503 });
    const address = `http://127.0.0.1:${integrations.service.port}${path.replace('/v1/integrations', '/i')}`;
    expect((await fetch(address)).status).to.equal(503);
  });

  it('reach every installation of an organization with more than a transaction takes, and each once', async () => {
    const organization = newId();
    await integrations.db.raw(
      `INSERT INTO integrations (name, organization_id, title, visibility, target, scopes, categories, external_links,
         block_domains, has_blocks, has_content_sources, preview_images, created_at, updated_at)
       SELECT 'many-' || n, 'owner', 'Many', 'public', 'all', '{}', '{}', '[]', '{}', false, false, '{}', now(), now()
       FROM generate_series(1, 1001) n`,
    );
    await integrations.db.raw(
      `INSERT INTO installations (id, integration, organization_id, status, space_selection, site_selection, created_at, updated_at)
       SELECT 'i' || n, 'many-' || n, ?, CASE n WHEN 1 THEN 'paused' ELSE 'active' END, 'all', 'all', now(), now()
       FROM generate_series(1, 1001) n`,
      [organization],
    );
    const space = newId();
    await integrations.deliver(events.spaceContentUpdated, {
      subject: space,
      sequence: 1,
      data: spaceFacts(organization, space),
    });
    const { rows } = await integrations.db.raw<{ rows: { all: number; distinct: number }[] }>(
      `SELECT count(*)::int AS all, count(DISTINCT installation_id)::int AS distinct
       FROM integration_events WHERE organization_id = ?`,
      [organization],
    );
    expect(rows).to.deep.equal([{ all: 1_000, distinct: 1_000 }]);
  });

  it('say that integrations were installed, configured and taken away', async () => {
    const organization = integrations.neighbours.organization();
    const name = `chat-${newId()}`;
    const admin = integrations.as({ [organization]: 'admin' });
    await admin.post(`/v1/integrations/${name}`, manifest(organization), { expect: 200 });
    const path = `/v1/integrations/${name}`;
    const { body } = await admin.post(`${path}/installations`, { organization }, { expect: 201 });
    const at = `${path}/installations/${body.id}`;
    await admin.patch(at, { configuration: { a: 1 } });
    const space = newId();
    await integrations.db('spaces').insert({ id: space, organization_id: organization, state: 'present', sequence: 1 });
    await admin.post(`${at}/spaces`, { space }, { expect: 201 });
    await admin.delete(`${at}/spaces/${space}`);
    await admin.delete(at);
    await integrations.service.drain();
    const rows = await integrations
      .db('integration_events')
      .where({ installation_id: body.id })
      .orderBy('id')
      .pluck<{ type: string }[]>('payload');
    // Those of one millisecond are in no order.
    expect(rows.map(({ type }) => type)).to.have.members([
      'installation_setup',
      'installation_setup',
      'space_installation_setup',
      'space_installation_deleted',
      'installation_deleted',
    ]);
  });

  it('are forgotten after 30 days', async () => {
    const { update, list } = await installed(integrations, 'export default {}');
    await update();
    integrations.wait(30 * 24 * 60 * 60 * 1_000 - 60_000);
    await integrations.service.drain();
    expect(await list()).to.have.length(1);
    integrations.wait(61_000);
    await integrations.service.drain();
    expect(await list()).to.deep.equal([]);
  });
});
