import { once } from 'node:events';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { apiClient, eventually } from '@quire/testing';
import { expect } from 'chai';
import { mode, world } from '../support/world.js';

describe(`hostile callers, ${mode}`, function () {
  this.timeout(60_000);
  const quire = world();
  let organization: string;
  let space: string;

  before(async () => {
    organization = (await quire.api.post('/v1/orgs', { title: 'Hostile', type: 'business', useCase: 'internalDocs' }))
      .body.id;
    space = (await quire.api.post(`/v1/orgs/${organization}/spaces`, { title: 'Target' }, { expect: 201 })).body.id;
  });

  const spaces = () => `/v1/orgs/${organization}/spaces`;
  const json = { 'content-type': 'application/json' };
  const insert = (markdown: string) =>
    quire.api.post(
      `/v1/spaces/${space}/content`,
      { changes: [{ operation: 'insert_page', title: 'Page', document: { markdown } }] },
      { expect: 200 },
    );
  const insertFile = (file: object, options = {}) =>
    quire.api.post(
      `/v1/spaces/${space}/content`,
      { changes: [{ operation: 'insert_files', files: [{ name: 'file', ...file }] }] },
      options,
    );
  const newUpload = async (size: number) =>
    (
      await quire.api.post(
        `/v1/orgs/${organization}/storage/upload`,
        { name: 'a.bin', contentType: 'application/octet-stream', size },
        { expect: 201 },
      )
    ).body as { uploadURL: string; url: string };

  describe('requests', () => {
    it('a body that is nested without end is no trouble under an Idempotency-Key', async () => {
      const body = `{"title":"Deep","unknown":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
      const headers = { ...json, 'idempotency-key': 'deep' };
      const first = await quire.api.post(spaces(), body, { headers, expect: 201 });
      const again = await quire.api.post(spaces(), body, { headers, expect: 201 });
      expect(again.body.id).to.equal(first.body.id);
    });

    it('an Idempotency-Key gives a token nothing that it may not ask for itself', async () => {
      const headers = { 'idempotency-key': 'token' };
      const issue = { name: 'All that I may do' };
      await quire.api.post('/v1/user/tokens', issue, { headers, expect: 201 });
      const narrow = await quire.api.post('/v1/user/tokens', { name: 'Narrow', scopes: ['write'] }, { expect: 201 });
      await apiClient(quire.url, narrow.body.token).post('/v1/user/tokens', issue, { headers, expect: 409 });
    });

    it('a body that is not UTF-8, or not compressed as announced, is refused', async () => {
      const broken = Buffer.concat([Buffer.from('{"title":"'), Buffer.from([0xff]), Buffer.from('"}')]);
      await quire.api.post(spaces(), broken, { headers: json, expect: 400 });
      const gzip = { ...json, 'content-encoding': 'gzip' };
      const whole = gzipSync('{"title":"Compressed"}');
      for (const body of [Buffer.from('no gzip'), whole.subarray(0, 20)]) {
        await quire.api.post(spaces(), body, { headers: gzip, expect: 400 });
      }
      await quire.api.post(spaces(), whole, { headers: gzip, expect: 201 });
    });

    it('a fragment in the path cannot make gateway and service see different operations', async () => {
      const sent = request(quire.url, {
        path: `/v1/spaces/${space}#/content/page/x`,
        headers: { authorization: `Bearer ${quire.token}` },
      });
      const [answer] = await once(sent.end(), 'response');
      answer.resume();
      expect(answer.statusCode).to.equal(400);
    });
  });

  describe('pages', () => {
    it('a script without spaces in one long run is indexed in bounded memory', async () => {
      const run = Array.from({ length: 250_000 }, (_, at) => String.fromCodePoint(0x4e00 + ((at * 7919) % 20_000)));
      await insert(run.join(''));
    });

    it('a heading as long as a page is no more than a heading to search', async () => {
      const words = Array.from({ length: 80_000 }, (_, at) => `w${at.toString(36)}xyzzy`).join(' ');
      await insert(`# Findable ${words}`);
      const found = await quire.api.get(`/v1/spaces/${space}/search`, { query: { query: 'findable' }, expect: 200 });
      expect(found.body.count).to.equal(1);
    });

    it('a title that a page gives itself is no longer than one that the API takes', async () => {
      for (const markdown of [`# ${'long '.repeat(10_000)}`, `---\ntitle: ${'x'.repeat(5_000)}\n---\n\nText`]) {
        const { body } = await insert(markdown);
        const changes = [{ operation: 'update_page', page: body.changes[0].page.id, document: { markdown } }];
        await quire.api.post(`/v1/spaces/${space}/content`, { changes }, { expect: 200 });
      }
      const { body } = await quire.api.get(`/v1/spaces/${space}/content/pages`, { expect: 200 });
      for (const { title } of body.pages) expect(title.length).to.be.at.most(1_000);
    });

    it('runs of blanks and unclosed attributes take time in proportion to their length', async () => {
      const length = 1_000_000;
      await insert(`a${' '.repeat(length)}b`);
      await insert(`# Title {#${'a'.repeat(length)}`);
    });
  });

  describe('files', () => {
    it('an upload that ends too early does not take the place of one that was whole', async () => {
      const { uploadURL, url } = await newUpload(5);
      expect((await fetch(uploadURL, { method: 'PUT', body: 'whole' })).status).to.equal(204);
      const body = new Blob(['bad']).stream();
      expect((await fetch(uploadURL, { method: 'PUT', body, duplex: 'half' } as RequestInit)).status).to.equal(400);
      expect(await (await fetch(url)).text()).to.equal('whole');
    });

    it('an upload of another organization is none', async () => {
      const { uploadURL, url } = await newUpload(5);
      await fetch(uploadURL, { method: 'PUT', body: 'whole' });
      const stranger = { email: `stranger@${organization}.example`, displayName: 'Stranger' };
      const { token } = (await quire.api.post('/v1/admin/users', stranger, { expect: 201 })).body;
      const api = apiClient(quire.url, token);
      const own = (await api.post('/v1/orgs', { title: 'Own', type: 'business', useCase: 'internalDocs' })).body.id;
      const target = (await api.post(`/v1/orgs/${own}/spaces`, { title: 'Own' }, { expect: 201 })).body.id;
      const changes = [{ operation: 'insert_files', files: [{ name: 'stolen', url }] }];
      await api.post(`/v1/spaces/${target}/content`, { changes }, { expect: 404 });
    });

    it('a file can be downloaded whatever it is called and whatever its origin says it is', async () => {
      const origin = createServer((_request, response) => {
        response.writeHead(200, { 'content-type': `text/html; x="${'a'.repeat(9_000)}"` }).end('content');
      });
      await once(origin.listen(0, '127.0.0.1'), 'listening');
      const url = `http://127.0.0.1:${(origin.address() as AddressInfo).port}/`;
      try {
        for (const file of [{ url }, { name: '..', contentType: 'text/plain', base64: 'Y29udGVudA==' }]) {
          const { body } = await insertFile(file, { expect: 200 });
          expect(await (await fetch(body.insertedFiles[0].downloadURL)).text()).to.equal('content');
        }
      } finally {
        origin.close();
      }
    });

    it('nothing is fetched any more for a caller who has gone', async () => {
      let open = 0;
      const silent = createServer((asked) => {
        open += 1;
        asked.socket.once('close', () => {
          open -= 1;
        });
      });
      await once(silent.listen(0, '127.0.0.1'), 'listening');
      const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/`;
      const files = Array.from({ length: 20 }, () => ({ name: 'slow', url }));
      const leave = new AbortController();
      const left = fetch(`${quire.url}/v1/spaces/${space}/content`, {
        method: 'POST',
        headers: { ...json, authorization: `Bearer ${quire.token}` },
        body: JSON.stringify({ changes: [{ operation: 'insert_files', files }] }),
        signal: leave.signal,
      }).catch((error: Error) => error.name);
      try {
        await eventually(() => expect(open).to.equal(1));
        leave.abort();
        expect(await left).to.equal('AbortError');
        await eventually(() => expect(open).to.equal(0));
        await delay(300);
        expect(open, 'the next file is not asked for').to.equal(0);
      } finally {
        silent.closeAllConnections();
        silent.close();
      }
    });
  });
});
