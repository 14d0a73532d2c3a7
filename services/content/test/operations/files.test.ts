import { expect } from 'chai';
import type { RevisionFile } from '@quire/contract';
import { contentService } from '../content-service.js';
import { factories } from '../factories.js';
import { listAll } from '../list-all.js';

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const hour = 60 * 60 * 1_000;

describe('files', () => {
  const content = contentService();
  const make = factories(content);

  afterEach(() => {
    content.now = new Date();
  });

  async function stored(name: string, bytes: Buffer | string, contentType = 'text/plain') {
    const { organizationId, spaceId, admin } = await make.written();
    const main = `/v1/spaces/${spaceId}`;
    const files = [{ name, contentType, base64: Buffer.from(bytes).toString('base64') }];
    const { insertedFiles } = await make.edit(admin, main, [{ operation: 'insert_files', files }]);
    const file = insertedFiles[0] as RevisionFile;
    return { organizationId, admin, main, file, url: content.reach(file.downloadURL) };
  }

  it('listFiles and getFileById tell name, type, size and the dimensions of images', async () => {
    const { admin, main, file } = await stored('dot.png', png, 'image/png');
    expect(file).to.deep.include({
      name: 'dot.png',
      contentType: 'image/png',
      size: png.length,
      dimensions: { width: 1, height: 1 },
    });
    expect((await content.as(admin).get(`${main}/content/files/${file.id}`, { expect: 200 })).body).to.deep.equal(file);
    expect((await content.as(admin).get(`${main}/content/files`, { expect: 200 })).body).to.deep.equal({
      items: [file],
      count: 1,
    });
    const revision = (await content.as(admin).get(`${main}/content`, { expect: 200 })).body;
    expect(revision.files).to.deep.equal([file]);
    const ofRevision = await content.as(admin).get(`${main}/revisions/${revision.id}/files`, { expect: 200 });
    expect(ofRevision.body.items).to.deep.equal([file]);
  });

  it('listFiles neither repeats nor skips one while others are added', async () => {
    const { admin, main } = await stored('0.txt', '0');
    const insert = (count: number, from: number) =>
      make.edit(admin, main, [
        {
          operation: 'insert_files',
          files: Array.from({ length: count }, (_, index) => ({
            name: `${from + index}.txt`,
            contentType: 'text/plain',
            base64: 'YQ==',
          })),
        },
      ]);
    await insert(6, 1);
    let more = 2;
    const listed = await listAll(content, admin, `${main}/content/files`, {
      limit: 2,
      between: async () => (more -= 1) > 0 && insert(1, 7),
    });
    const { body } = await content.as(admin).get(`${main}/content/files`, { expect: 200 });
    expect(listed).to.deep.equal(body.items.map((file: RevisionFile) => file.id));
    expect(body.count).to.equal(8);
  });

  describe('downloadFile', () => {
    it('gives the bytes to whoever has the address, without a token', async () => {
      const { url } = await stored('dot.png', png, 'image/png');
      const answer = await fetch(url);
      expect(answer.status).to.equal(200);
      expect(Buffer.from(await answer.arrayBuffer()).equals(png)).to.equal(true);
      expect(Object.fromEntries(answer.headers)).to.deep.include({
        'content-type': 'image/png',
        'content-length': String(png.length),
        'x-content-type-options': 'nosniff',
        'accept-ranges': 'bytes',
        'content-disposition': "inline; filename*=UTF-8''dot.png",
      });
    });

    it('answers HEAD without the bytes, and 304 to who has them', async () => {
      const { url } = await stored('a.txt', 'hello');
      const head = await fetch(url, { method: 'HEAD' });
      expect([head.status, head.headers.get('content-length'), await head.text()]).to.deep.equal([200, '5', '']);
      const tag = head.headers.get('etag')!;
      const again = await fetch(url, { headers: { 'if-none-match': tag } });
      expect([again.status, await again.text()]).to.deep.equal([304, '']);
      expect((await fetch(url, { headers: { 'if-none-match': '"other"' } })).status).to.equal(200);
    });

    for (const [range, status, body, contentRange] of [
      ['bytes=0-0', 206, 'h', 'bytes 0-0/5'],
      ['bytes=1-3', 206, 'ell', 'bytes 1-3/5'],
      ['bytes=3-', 206, 'lo', 'bytes 3-4/5'],
      ['bytes=-2', 206, 'lo', 'bytes 3-4/5'],
      ['bytes=-99', 206, 'hello', 'bytes 0-4/5'],
      ['bytes=2-99', 206, 'llo', 'bytes 2-4/5'],
      ['bytes=5-', 416, '', 'bytes */5'],
      ['bytes=-0', 416, '', 'bytes */5'],
      ['bytes=0-1,3-4', 200, 'hello', null],
      ['bytes=x', 200, 'hello', null],
      ['lines=1-2', 200, 'hello', null],
    ] as const) {
      it(`answers the range ${range} with ${status}`, async () => {
        const { url } = await stored('a.txt', 'hello');
        const answer = await fetch(url, { headers: { range } });
        expect(answer.status).to.equal(status);
        expect(await answer.text()).to.equal(body);
        expect(answer.headers.get('content-range')).to.equal(contentRange);
      });
    }

    it('answers the whole file when the range was meant for another version', async () => {
      const { url } = await stored('a.txt', 'hello');
      const tag = (await fetch(url, { method: 'HEAD' })).headers.get('etag')!;
      const ask = (ifRange: string) => fetch(url, { headers: { range: 'bytes=0-0', 'if-range': ifRange } });
      expect((await ask(tag)).status).to.equal(206);
      expect((await ask('"other"')).status).to.equal(200);
    });

    it('says names of any script as they are', async () => {
      for (const name of ['Übersicht (1)*\'"\r\n.txt', '日本 語/図.txt', '100%.txt', '😀;a=b.txt']) {
        const { url, file } = await stored(name, 'x');
        expect(file.name).to.equal(name);
        const answer = await fetch(url);
        expect(answer.status, name).to.equal(200);
        const [, encoded] = /^inline; filename\*=UTF-8''([\w.%~!-]+)$/.exec(
          answer.headers.get('content-disposition')!,
        )!;
        expect(decodeURIComponent(encoded!)).to.equal(name);
      }
    });

    for (const [name, type, disposition] of [
      ['evil.svg', 'image/svg+xml', 'inline'],
      ['evil.html', 'text/html', 'attachment'],
      ['evil.xml', 'application/xml', 'attachment'],
      ['evil.js', 'text/javascript', 'attachment'],
    ] as const) {
      it(`nothing in ${name} can act as a page of ours`, async () => {
        const { url } = await stored(name, '<script>alert(1)</script>', type);
        const { headers } = await fetch(url);
        expect(headers.get('content-security-policy')).to.match(/^sandbox; default-src 'none'/);
        expect(headers.get('x-content-type-options')).to.equal('nosniff');
        expect(headers.get('content-disposition')).to.match(new RegExp(`^${disposition};`));
      });
    }

    it('refuses an address that was tampered with, is for something else, or has expired', async () => {
      const { url, organizationId, admin } = await stored('a.txt', 'hello');
      const [, token] = /\/files\/([^/]+)\//.exec(url)!;
      const [payload, signature] = token!.split('.');
      const claim = JSON.parse(Buffer.from(payload!, 'base64url').toString());
      const forged = Buffer.from(JSON.stringify({ ...claim, expires: claim.expires + 1 })).toString('base64url');
      for (const bad of [
        `${forged}.${signature}`,
        `${payload}.`,
        `.${signature}`,
        'x',
        `${payload}.${signature}x`,
        '%00',
      ])
        expect((await fetch(url.replace(token!, bad))).status, bad).to.be.oneOf([400, 403]);
      const upload = { name: 'a', contentType: 'text/plain', size: 1 };
      const { body } = await content
        .as(admin)
        .post(`/v1/orgs/${organizationId}/storage/upload`, upload, { expect: 201 });
      const uploadToken = body.uploadURL.split('/').at(-1);
      expect((await fetch(url.replace(token!, uploadToken))).status).to.equal(403);

      content.now = new Date(Date.now() + 3 * hour);
      const late = await fetch(url);
      expect(late.status).to.equal(403);
      expect(((await late.json()) as { error: { message: string } }).error.message).to.contain('expired');
    });
  });

  describe('generateStorageUploadURL', () => {
    async function announced(size: number) {
      const { id, admin } = make.organization();
      const file = { name: 'a.txt', contentType: 'text/plain', size };
      const { body, headers } = await content.as(admin).post(`/v1/orgs/${id}/storage/upload`, file, { expect: 201 });
      expect(headers.get('location')).to.equal(body.url);
      const put = (bytes: string, more: RequestInit = {}) =>
        fetch(content.reach(body.uploadURL), { method: 'PUT', body: bytes, ...more });
      return { put, url: content.reach(body.url), uploadURL: content.reach(body.uploadURL) };
    }

    it('takes exactly the bytes that were announced, and gives them back', async () => {
      const { put, url, uploadURL } = await announced(5);
      expect((await fetch(url)).status).to.equal(404);
      for (const wrong of ['hell', 'hello!', '']) expect((await put(wrong)).status, wrong).to.equal(400);
      const chunked = new Blob(['hello world']).stream();
      const streamed = await fetch(uploadURL, { method: 'PUT', body: chunked, duplex: 'half' } as RequestInit);
      expect(streamed.status).to.be.oneOf([400, 413]);
      expect((await fetch(url)).status).to.equal(404);
      expect((await put('hello')).status).to.equal(204);
      expect(await (await fetch(url)).text()).to.equal('hello');
    });

    it('takes an empty file', async () => {
      const { put, url } = await announced(0);
      expect((await put('')).status).to.equal(204);
      expect(await (await fetch(url)).text()).to.equal('');
    });

    it('the address to upload to is good for an hour, and for uploading only', async () => {
      const { put, uploadURL, url } = await announced(5);
      expect((await fetch(uploadURL)).status).to.equal(403);
      expect((await fetch(url, { method: 'PUT', body: 'hello' })).status).to.equal(403);
      content.now = new Date(Date.now() + hour + 1_000);
      expect((await put('hello')).status).to.equal(403);
    });

    for (const [what, change, path] of [
      ['a size beyond 50 MiB', { size: 50 * 1024 * 1024 + 1 }, 'body.size'],
      ['a negative size', { size: -1 }, 'body.size'],
      ['half a byte', { size: 0.5 }, 'body.size'],
      ['no name', { name: '' }, 'body.name'],
      ['a content type that is none', { contentType: 'picture' }, 'body.contentType'],
      ['a content type that would break a header', { contentType: 'text/plain;a\r\nb: c' }, 'body.contentType'],
      ['a content type beyond ASCII', { contentType: 'text/plain; name=é日' }, 'body.contentType'],
    ] as const) {
      it(`refuses ${what}`, async () => {
        const { id, admin } = make.organization();
        const file = { name: 'a.txt', contentType: 'text/plain', size: 1, ...change };
        const { body } = await content.as(admin).post(`/v1/orgs/${id}/storage/upload`, file, { expect: 400 });
        expect(body.error.details.map((detail: { path: string }) => detail.path)).to.deep.equal([path]);
      });
    }
  });
});
