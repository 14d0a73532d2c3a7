import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { newId, type Principal } from '@quire/runtime';
import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { integrationsService } from '../integrations-service.js';
import { formats, samples, titled } from '../openapi/samples.js';

describe('OpenAPI specifications', function () {
  // A thread that reads starts slowly while its sources are compiled.
  this.timeout(60_000);
  const integrations = integrationsService();

  const place = (organization = newId()) => {
    const editor = integrations.as({ [organization]: 'create' });
    const path = `/v1/orgs/${organization}/openapi`;
    return {
      organization,
      path,
      editor,
      reader: integrations.as({ [organization]: 'read' }),
      stranger: integrations.as({ [newId()]: 'admin' }),
      guest: integrations.as({ [organization]: null }),
      create: async (slug: string, source: object, more: object = {}) =>
        (await editor.post(path, { slug, source, ...more }, { expect: 201 })).body,
      read: async (slug: string) => (await editor.get(`${path}/${slug}`, { expect: 200 })).body,
      put: async (slug: string, source: object, more: object = {}) =>
        (await editor.put(`${path}/${slug}`, { source, ...more }, { expect: 200 })).body,
    };
  };
  /** Until what was asked for is done: the first round publishes what the second one handles. */
  const processed = async () => {
    await integrations.service.drain();
    await integrations.service.drain();
  };

  it('createOpenAPISpec answers at once; the text becomes the first version', async () => {
    const { organization, path, create, read, reader } = place();
    const created = await create('ferry', { text: titled('Ferry') });
    const location = `https://docs.example.com${path}/ferry`;
    expect(created).to.deep.include({
      object: 'openapi-spec',
      slug: 'ferry',
      processingState: 'pending',
      visibility: 'private',
      permissions: { view: true, edit: true },
      urls: { location, app: `https://docs.example.com/app/organization/${organization}/openapi/ferry` },
    });
    expect(created).not.to.have.any.keys('lastVersion', 'sourceURL', 'lastProcessErrorCode', 'lastProcessedAt');
    await processed();
    const done = await read('ferry');
    expect(done).to.include({ id: created.id, processingState: 'complete', lastProcessedErrorCount: 0 });
    expect(done.lastVersion).to.be.a('string');
    expect(done.lastProcessedAt).to.be.a('string');
    const events = await outboxEvents(integrations.db);
    const told = events.filter(({ subject }) => subject === created.id);
    expect(told.map(({ type, sequence }) => [type, sequence])).to.deep.equal([
      ['integrations.openapi.processing-requested.v1', 1],
      ['integrations.openapi.version-created.v1', 2],
    ]);
    expect(told[1]!.data).to.deep.equal({ spec: created.id, organization, slug: 'ferry', version: done.lastVersion });
    const { body } = await reader.get(`${path}/ferry`, { expect: 200 });
    expect(body.permissions).to.deep.equal({ view: true, edit: false });
  });

  it('createOpenAPISpec refuses a slug twice, also at once, and names what is wrong', async () => {
    const { path, editor, create } = place();
    const source = { text: titled('Ferry') };
    const answers = await Promise.all([1, 2, 3].map(() => editor.post(path, { slug: 'ferry', source })));
    expect(answers.map(({ status }) => status)).to.have.members([201, 409, 409]);
    await create('other', source);
    const wrong = async (body: object) =>
      (await editor.post(path, body, { expect: 400 })).body.error.details.map(
        (detail: { path: string }) => detail.path,
      );
    expect(await wrong({ slug: 'No', source })).to.deep.equal(['body.slug']);
    expect(await wrong({ slug: 'a', source: { url: 'ftp://a.b' } })).to.deep.equal(['body.source.url']);
    expect(await wrong({ slug: 'a', source: { url: 'https://u:p@a.b/' } })).to.deep.equal(['body.source.url']);
    expect(await wrong({ slug: 'a', source: { text: '' } })).to.deep.equal(['body.source.text']);
    expect(await wrong({ slug: 'a', source, visibility: 'secret' })).to.deep.equal(['body.visibility']);
    await editor.post(path, { slug: 'a', source: { text: 'x'.repeat(10 * 1024 * 1024) } }, { expect: 413 });
  });

  it('createOrUpdateOpenAPISpecBySlug makes versions of what differs, and keeps the last good one', async () => {
    const { path, put, read, reader } = place();
    const first = await put('ferry', { text: formats.JSON(samples['3.0']) });
    await processed();
    const { lastVersion } = await read('ferry');
    await put('ferry', { text: formats.YAML(samples['3.0']) });
    await processed();
    expect(await read('ferry')).to.include({ id: first.id, lastVersion, processingState: 'complete' });

    await put('ferry', { text: 'openapi: 3.0.3\ninfo:\n  title: Ferry\npaths: {}' });
    await processed();
    expect(await read('ferry')).to.deep.include({
      lastVersion,
      processingState: 'complete',
      lastProcessErrorCode: 'PARSE_ERROR',
      lastProcessedErrorCount: 1,
      lastProcessedErrors: [
        { message: "must have required property 'version'", file: 'openapi.yaml', path: '/info', line: 2, column: 1 },
      ],
    });
    await put('ferry', { text: titled('New') });
    await processed();
    const mended = await read('ferry');
    expect(mended).not.to.have.any.keys('lastProcessErrorCode', 'lastProcessedErrors');
    const { body } = await reader.get(`${path}/ferry/versions`, { expect: 200 });
    expect(body.items.map(({ id }: { id: string }) => id)).to.deep.equal([mended.lastVersion, lastVersion]);
    const { body: page } = await reader.get(`${path}/ferry/versions`, { query: { limit: 1 }, expect: 200 });
    expect([page.items.length, page.count]).to.deep.equal([1, 2]);
    const rest = await reader.get(`${path}/ferry/versions`, { query: { page: page.next.page }, expect: 200 });
    expect(rest.body.items[0].id).to.equal(lastVersion);
  });

  it('createOrUpdateOpenAPISpecBySlug at once: one specification, and the last source wins', async () => {
    const { put, read, path, editor } = place();
    const answers = await Promise.all(['A', 'B', 'C', 'D'].map((title) => put('ferry', { text: titled(title) })));
    expect(new Set(answers.map(({ id }) => id)).size).to.equal(1);
    await put('ferry', { text: titled('Last') });
    await processed();
    expect((await read('ferry')).processingState).to.equal('complete');
    const { body } = await editor.get(`${path}/ferry/versions/latest/content`, { expect: 200 });
    expect(body.filesystem['openapi.json'].specification.info.title).to.equal('Last');
    await editor.put(`${path}/Not-A-Slug`, { source: { text: 'x' } }, { expect: 400 });
  });

  it('createOrUpdateOpenAPISpecBySlug fetches an address anew each time', async () => {
    let title = 'One';
    const server = createServer((_, response) => response.end(titled(title))).listen(0, '127.0.0.1');
    await once(server, 'listening');
    try {
      const { put, read, path, stranger } = place();
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/ferry.json?key=secret`;
      await put('ferry', { url }, { visibility: 'public' });
      await processed();
      const first = await read('ferry');
      expect(first).to.include({ sourceURL: url, processingState: 'complete' });
      title = 'Two';
      await put('ferry', { url });
      await processed();
      expect((await read('ferry')).lastVersion).not.to.equal(first.lastVersion);
      const seen = (await stranger.get(`${path}/ferry`, { expect: 200 })).body;
      expect(seen).not.to.have.property('sourceURL');
      expect(seen.visibility).to.equal('public');
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });

  it('versions and their content can be read, by their addresses without a token', async () => {
    const { path, create, read, reader } = place();
    await reader.get(`${path}/ferry/versions/latest`, { expect: 404 });
    await create('ferry', { text: formats.YAML(samples['2.0']) });
    await reader.get(`${path}/ferry/versions/latest/content`, { expect: 404 });
    await processed();
    const { lastVersion } = await read('ferry');
    const { body: latest } = await reader.get(`${path}/ferry/versions/latest`, { expect: 200 });
    const { body: same } = await reader.get(`${path}/ferry/versions/${lastVersion}`, { expect: 200 });
    expect(latest).to.deep.equal(same);
    expect(latest).to.include({ object: 'openapi-spec-version', id: lastVersion });
    expect(latest.urls.location).to.equal(`https://docs.example.com${path}/ferry/versions/${lastVersion}`);
    const { body: content } = await reader.get(`${path}/ferry/versions/${lastVersion}/content`, { expect: 200 });
    expect((await reader.get(`${path}/ferry/versions/latest/content`, { expect: 200 })).body).to.deep.equal(content);
    const document = JSON.parse(JSON.stringify(samples['2.0']));
    expect(content.filesystem['openapi.yaml']).to.deep.equal({
      filename: 'openapi.yaml',
      isEntrypoint: true,
      references: [],
      specification: document,
    });
    expect(content.url).to.equal(latest.url);
    const address = new URL(latest.url).pathname;
    const file = await integrations.anonymous().get(address, { expect: 200 });
    expect(file.body).to.deep.equal(document);
    const headers = { 'if-none-match': file.headers.get('etag')! };
    await integrations.anonymous().get(address, { headers, expect: 304 });
    await integrations.anonymous().get(`${address.slice(0, -2)}xx`, { expect: 404 });
    await reader.get(`${path}/ferry/versions/${newId()}`, { expect: 404 });
    integrations.wait(3 * 3_600_000);
    await integrations.anonymous().get(address, { expect: 404 });
  });

  it('updateOpenAPISpecBySlug opens a specification to everybody, and closes it', async () => {
    const { path, create, editor, stranger, guest } = place();
    await create('ferry', { text: titled('Ferry') });
    await processed();
    await stranger.get(`${path}/ferry`, { expect: 404 });
    const opened = (await editor.patch(`${path}/ferry`, { visibility: 'public' }, { expect: 200 })).body;
    for (const caller of [stranger, guest]) {
      const { body } = await caller.get(`${path}/ferry`, { expect: 200 });
      expect(body.permissions).to.deep.equal({ view: true, edit: false });
      await caller.get(`${path}/ferry/versions/latest/content`, { expect: 200 });
      await caller.patch(`${path}/ferry`, { visibility: 'private' }, { expect: 403 });
    }
    const address = new URL(opened.urls.published).pathname;
    await integrations.anonymous().get(address, { expect: 200 });
    await editor.patch(`${path}/ferry`, {}, { expect: 400 });
    await editor.patch(`${path}/ferry`, { visibility: 'private' }, { expect: 200 });
    await integrations.anonymous().get(address, { expect: 404 });
    await stranger.get(`${path}/ferry/versions`, { expect: 404 });
  });

  it('deleteOpenAPISpecBySlug removes every version, and frees the slug', async () => {
    const { path, create, editor, reader } = place();
    const { id } = await create('ferry', { text: titled('Ferry') });
    await processed();
    const columns = 'spec_id, digest, filesystem, document, created_at';
    await integrations.db.raw(
      `INSERT INTO openapi_versions (id, ${columns})
       SELECT id || n, ${columns} FROM openapi_versions, generate_series(1, 45) n WHERE spec_id = ?`,
      [id],
    );
    const { headers } = await editor.get(`${path}/ferry`, { expect: 200 });
    await editor.delete(`${path}/ferry`, { headers: { 'if-match': '"other"' }, expect: 412 });
    await reader.delete(`${path}/ferry`, { expect: 403 });
    await editor.delete(`${path}/ferry`, { headers: { 'if-match': headers.get('etag')! }, expect: 205 });
    await editor.delete(`${path}/ferry`, { expect: 404 });
    await create('ferry', { text: titled('Ferry') });
    await processed();
    expect(await integrations.db('openapi_versions').where({ spec_id: id })).to.have.length(0);
  });

  it('listOpenAPISpecs lists page by page, for members', async () => {
    const { path, create, reader, stranger, guest } = place();
    for (const slug of ['c', 'a', 'b']) await create(slug, { text: titled(slug) });
    const { body } = await reader.get(path, { query: { limit: 2 }, expect: 200 });
    expect([body.items.map(({ slug }: { slug: string }) => slug), body.count]).to.deep.equal([['c', 'a'], 3]);
    const next = await reader.get(path, { query: { page: body.next.page }, expect: 200 });
    expect(next.body.items.map(({ slug }: { slug: string }) => slug)).to.deep.equal(['b']);
    await stranger.get(path, { expect: 404 });
    await guest.get(path, { expect: 403 });
    await reader.post(path, { slug: 'd', source: { text: 'x' } }, { expect: 403 });
    await processed();
  });

  it('asks for the sign-on that an organization requires', async () => {
    const { organization, path, create } = place();
    await create('ferry', { text: titled('Ferry') }, { visibility: 'public' });
    const signOn = { [organization]: { role: 'admin' as const, startURL: 'https://docs.example.com/start' } };
    const caller = integrations.as({}, { signOn });
    for (const address of [path, `${path}/ferry`, `${path}/ferry/versions/latest`])
      await caller.get(address, { expect: 403 });
    await processed();
  });

  describe('for an installation', () => {
    /** A caller in the organization, with the scopes of its integration. */
    const installation = (organization: string, scopes: string[]) => {
      const id = newId();
      const own = { id, organization, spaces: [], sites: [], scopes };
      const who = { kind: 'installation', userId: id, integration: 'chat', installation: own } as Partial<Principal>;
      return integrations.as({ [organization]: null }, who);
    };
    const rows: [scopes: string[], read: number, write: number][] = [
      [[], 403, 403],
      [['space:content:read', 'space:content:write'], 403, 403],
      [['openapi:read'], 200, 403],
      [['openapi:write'], 403, 200],
      [['openapi:read', 'openapi:write'], 200, 200],
    ];
    for (const [scopes, read, write] of rows) {
      it(`with ${scopes.join(' and ') || 'no scope'}: reading is ${read}, writing ${write}`, async () => {
        const { organization, path, create } = place();
        await create('ferry', { text: titled('Ferry') });
        await processed();
        const caller = installation(organization, scopes);
        const addresses = ['', '/ferry', '/ferry/versions', '/ferry/versions/latest', '/ferry/versions/latest/content'];
        for (const address of addresses) await caller.get(`${path}${address}`, { expect: read });
        const source = { text: titled('Other') };
        await caller.put(`${path}/ferry`, { source }, { expect: write });
        await caller.patch(`${path}/ferry`, { visibility: 'public' }, { expect: write });
        await caller.post(path, { slug: 'bus', source }, { expect: write === 200 ? 201 : 403 });
        await caller.delete(`${path}/ferry`, { expect: write === 200 ? 205 : 403 });
        await processed();
      });
    }

    it('elsewhere there is nothing but what is public', async () => {
      const { path, create, editor } = place();
      await create('ferry', { text: titled('Ferry') });
      await processed();
      const caller = installation(newId(), ['openapi:read', 'openapi:write']);
      await caller.get(path, { expect: 404 });
      await caller.post(path, { slug: 'bus', source: { text: titled('Bus') } }, { expect: 404 });
      await caller.get(`${path}/ferry`, { expect: 404 });
      await caller.delete(`${path}/ferry`, { expect: 404 });
      await editor.patch(`${path}/ferry`, { visibility: 'public' }, { expect: 200 });
      const { body } = await caller.get(`${path}/ferry`, { expect: 200 });
      expect(body.permissions).to.deep.equal({ view: true, edit: false });
      await caller.patch(`${path}/ferry`, { visibility: 'private' }, { expect: 403 });
    });
  });

  it('listOpenAPISpecVersions: the latest hundred are kept', async () => {
    const { path, create, read, put, reader } = place();
    const { id } = await create('ferry', { text: titled('Ferry') });
    await processed();
    const { lastVersion: first } = await read('ferry');
    const older = Array.from({ length: 110 }, (_, index) => ({
      id: `0${String(index).padStart(3, '0')}`,
      spec_id: id,
      digest: Buffer.from([index]),
      filesystem: '{}',
      document: '{}',
      created_at: new Date(),
    }));
    await integrations.db('openapi_versions').insert(older);
    await put('ferry', { text: titled('Ferry again') });
    await processed();
    const { lastVersion } = await read('ferry');
    const { body } = await reader.get(`${path}/ferry/versions`, { query: { limit: 1000 }, expect: 200 });
    expect(body.count).to.equal(100);
    expect(body.items.slice(0, 3).map((each: { id: string }) => each.id)).to.deep.equal([lastVersion, first, '0109']);
    await reader.get(`${path}/ferry/versions/0000`, { expect: 404 });
    await reader.get(`${path}/ferry/versions/latest/content`, { expect: 200 });
  });

  it('tells what is wrong where a document has names that no database holds', async () => {
    const { create, read } = place();
    const document = { ...JSON.parse(titled('Ferry')), components: { schemas: { 'a\0\ud800': { type: 5 } } } };
    await create('ferry', { text: JSON.stringify(document) });
    await processed();
    const { lastProcessedErrors } = await read('ferry');
    expect(lastProcessedErrors[0].path).to.match(/^\/components\/schemas\/a\uFFFD\uFFFD/);
  });

  it('is complete, with a reason, when Quire itself failed to the last try, and keeps the version before', async () => {
    const { create, read, put } = place();
    await create('ferry', { text: titled('Ferry') });
    await processed();
    const { lastVersion } = await read('ferry');
    // The reader of these tests throws what no address and no document can be blamed for.
    await put('ferry', { url: 'http://127.0.0.1:1/openapi.json' });
    await processed();
    const failed = await read('ferry');
    expect(failed).to.include({ processingState: 'complete', lastProcessErrorCode: 'PARSE_ERROR', lastVersion });
    expect(failed.lastProcessedErrors).to.deep.equal([
      { message: 'The source could not be read, because Quire failed. Send it once more.' },
    ]);
    await put('ferry', { text: titled('Ferry again') });
    await processed();
    expect(await read('ferry'))
      .to.include({ processingState: 'complete' })
      .and.not.to.have.property('lastProcessErrorCode');
  });

  it('tells other services of a specification and its document', async () => {
    const { organization, create, read } = place();
    const { id } = await create('ferry', { text: titled('Ferry') });
    const slug = 'ferry';
    expect(await integrations.internal('findOpenApiSpec', { organization, slug })).to.deep.equal({
      spec: id,
      version: null,
      visibility: 'private',
    });
    await processed();
    const { lastVersion: version } = await read(slug);
    expect(await integrations.internal('findOpenApiSpec', { organization, slug })).to.include({ version });
    const told = await integrations.internal('getOpenApiDocument', { version });
    expect(told).to.deep.equal({ slug, organization, document: JSON.parse(titled('Ferry')) });
  });
});
