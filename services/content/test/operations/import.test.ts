import { readdir, readFile } from 'node:fs/promises';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { internalContract, type Page, type RevisionFile } from '@quire/contract';
import { internalCall } from '@quire/runtime';
import { corpus, outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import { contentService, publicUrl } from '../content-service.js';
import { factories } from '../factories.js';
import { docxOf, paragraph } from '../import/docx.js';
import { rawZip, zipOf } from '../import/zips.js';

const megabyte = 1024 * 1024;

const docs = {
  'SUMMARY.md':
    '# Table\n\n* [Home](README.md)\n\n## Guides\n\n* [First](guides/first.md)\n  * [Deep](guides/deep.md)\n',
  'README.md': '# Home\r\n\r\nSee [first](guides/first.md#part) and ![a dot](.gitbook/assets/dot.png).\r\n',
  'guides/first.md': '---\ndescription: The first.\n---\n\n# First\n\n## Part\n\nBack [home](../README.md).\n',
  'guides/deep.md': '# Deep\n',
  '.gitbook/assets/dot.png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
};
const outline = ['Home (readme)', 'Guides (guides)', '  First (first)', '    Deep (deep)'];

const listen = (server: Server): Promise<Server> =>
  new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));

describe('import', () => {
  const content = contentService();
  const make = factories(content);
  let server: Server;
  let base: string;
  let closed: number;
  let answer: RequestListener;

  before('serves archives', async () => {
    const gone = await listen(createServer());
    closed = (gone.address() as AddressInfo).port;
    await new Promise((resolve) => gone.close(resolve));
    server = await listen(createServer((request, response) => answer(request, response)));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after('stops serving', () => {
    server.closeAllConnections();
    server.close();
  });

  async function emptySpace() {
    const { id: organizationId, admin } = make.organization();
    const space = await make.space(admin, organizationId);
    const main = `/v1/spaces/${space.id}`;
    const client = content.as(admin);
    const importFrom = (url: string, expected = 201, path = main) =>
      client.post(`${path}/content/import`, { source: 'zip', url }, { expect: expected });
    const importZip = async (zip: Buffer, expected = 201, path = main) =>
      importFrom(await make.upload(admin, organizationId, zip), expected, path);
    return { organizationId, admin, spaceId: space.id as string, main, client, importFrom, importZip };
  }

  it('importContent makes pages, groups, links and files of an upload, byte for byte', async () => {
    const { main, admin, client, importZip } = await emptySpace();
    const { body, headers } = await importZip(await zipOf(docs));
    expect(body).to.deep.equal({ revision: body.revision, importedResources: 4, totalResources: 4 });
    expect(headers.get('location')).to.equal(`${publicUrl}${main}/revisions/${body.revision}`);
    expect(await make.outline(admin, main)).to.deep.equal(outline);
    const { body: first } = await client.get(`${main}/content/path/guides/first`, {
      query: { format: 'markdown' },
      expect: 200,
    });
    expect(first).to.deep.include({ description: 'The first.', markdown: docs['guides/first.md'] });
    const { body: home } = await client.get(`${main}/content/path/readme`, { query: { format: 'markdown' } });
    expect(home.markdown).to.equal(docs['README.md']);
    const { body: files } = await client.get(`${main}/content/files`, { expect: 200 });
    expect(files.items).to.have.length(1);
    expect(files.items[0]).to.deep.include({ name: 'dot.png', dimensions: { width: 1, height: 1 } });
    const bytes = await (await fetch(content.reach(files.items[0].downloadURL))).arrayBuffer();
    expect(Buffer.from(bytes).equals(docs['.gitbook/assets/dot.png'])).to.equal(true);
    const { body: found } = await client.get(`${main}/search`, { query: { query: 'part' }, expect: 200 });
    expect(found.items[0].sections[0].path).to.equal('guides/first#part');
  });

  it('importContent lets the redirects of .gitbook.yaml lead to its pages, also when it comes again', async () => {
    const { main, spaceId, client, importZip } = await emptySpace();
    const former = async () => {
      const paths = ['old/first', 'older', 'nowhere'];
      const options = { baseUrl: content.baseUrl, service: 'sites', secret: content.internalSecret } as const;
      const { pages } = await internalCall(
        internalContract.getFormerPages,
        options,
      )({
        params: {},
        body: { space: spaceId, paths },
      });
      return Object.fromEntries(pages.map(({ path, page }) => [path, page]));
    };
    const yaml = 'redirects:\n  old/first: guides/first.md\n  nowhere: gone.md\n';
    await importZip(await zipOf({ ...docs, '.gitbook.yaml': yaml }));
    const { body: first } = await client.get(`${main}/content/path/guides/first`, { expect: 200 });
    expect(await former()).to.deep.equal({ 'old/first': first.id });
    await importZip(await zipOf({ ...docs, '.gitbook.yaml': `${yaml}  /older: guides/first.md\n` }));
    expect(await former()).to.deep.equal({ 'old/first': first.id, older: first.id });
  });

  it('importContent takes the archive from a web address, through redirects', async () => {
    const { main, admin, importFrom } = await emptySpace();
    const zip = await zipOf(docs);
    answer = (request, response) => {
      if (request.url === '/docs.zip') return void response.end(zip);
      response.writeHead(302, { location: '/docs.zip' }).end();
    };
    await importFrom(`${base}/latest`);
    expect(await make.outline(admin, main)).to.deep.equal(outline);
  });

  it('importContent brings what was imported before up to date instead of doubling it', async () => {
    const { main, admin, client, importZip } = await emptySpace();
    await importZip(await zipOf(docs));
    const ids = async () => {
      const { body } = await client.get(`${main}/content`, { expect: 200 });
      const flat = (pages: Page[]): string[] =>
        pages.flatMap((page) => [page.id, ...('pages' in page ? flat(page.pages) : [])]);
      return { pages: flat(body.pages), files: body.files.map(({ id }: RevisionFile) => id) };
    };
    const before = await ids();
    await importZip(await zipOf(docs));
    expect(await ids()).to.deep.equal(before);
    const changed = { ...docs, 'guides/deep.md': '# Deeper\n\nnew words\n', 'guides/more.md': '# More\n' };
    changed['SUMMARY.md'] += '  * [More](guides/more.md)\n';
    await importZip(await zipOf(changed));
    expect(await make.outline(admin, main)).to.deep.equal([...outline, '    More (more)']);
    const after = await ids();
    expect(after.pages.slice(0, 4)).to.deep.equal(before.pages);
    expect(after.files).to.deep.equal(before.files);
    expect(await make.markdown(admin, main, before.pages[3]!)).to.equal('# Deeper\n\nnew words\n');
  });

  it('importContentInChangeRequest leaves main alone until the change request is merged', async () => {
    const { main, admin, spaceId, client, importZip } = await emptySpace();
    const { path } = await make.changeRequest(admin, spaceId);
    const { body } = await importZip(await zipOf(docs), 201, path);
    expect((await client.get(path)).body.revision).to.equal(body.revision);
    expect(await make.outline(admin, path)).to.deep.equal(outline);
    expect(await make.outline(admin, main)).to.deep.equal([]);
    await client.post(`${path}/merge`, undefined, { expect: 200 });
    expect(await make.outline(admin, main)).to.deep.equal(outline);
    expect((await client.get(`${main}/content/files`)).body.count).to.equal(1);
  });

  it('importContent takes each source with its pages, files and links, and again without doubling them', async () => {
    const id = '0123456789abcdef'.repeat(2);
    const html = '<h1>One</h1><p><a href="two.html">two</a> <img src="dot.png"></p>';
    const dot = docs['.gitbook/assets/dot.png'];
    const sources: Record<string, { zip: Record<string, string | Buffer>; outline: string[]; counts: number }> = {
      markdown: { zip: { 'a.md': '# A\n\n[b](b.md)\n', 'b.md': '# B\n' }, outline: ['A (a)', 'B (b)'], counts: 2 },
      html: {
        zip: { 'one.html': html, 'two.html': '<h1>Two</h1>', 'dot.png': dot },
        outline: ['One (one)', 'Two (two)'],
        counts: 3,
      },
      docx: {
        zip: { 'r.docx': await docxOf({ body: paragraph('Report', 'Title') }) },
        outline: ['Report (r)'],
        counts: 1,
      },
      'google-docs': { zip: { 'Plan.html': '<p class="title">Plan</p>' }, outline: ['Plan (plan)'], counts: 1 },
      'dropbox-paper': { zip: { 'Plan.md': '# Plan\n' }, outline: ['Plan (plan)'], counts: 1 },
      quip: { zip: { 'Plan.html': '<h1>Plan</h1>' }, outline: ['Plan (plan)'], counts: 1 },
      notion: {
        zip: { [`Top ${id}.md`]: '# Top\n', [`Top/Sub ${id}.md`]: '# Sub\n' },
        outline: ['Top (top)', '  Sub (sub)'],
        counts: 2,
      },
      confluence: {
        zip: {
          'index.html': '<ul><li><a href="1.html">Home</a></li></ul>',
          '1.html': '<div id="main-content">Text</div>',
        },
        outline: ['Home (home)'],
        counts: 1,
      },
      'github-wiki': {
        zip: { 'Home.md': '[[Next Page]]\n', 'Next-Page.md': 'Text\n' },
        outline: ['Home (home)', 'Next Page (next-page)'],
        counts: 2,
      },
    };
    for (const [source, expected] of Object.entries(sources)) {
      const { main, admin, organizationId, spaceId, client } = await emptySpace();
      const url = await make.upload(admin, organizationId, await zipOf(expected.zip));
      const events = (await outboxEvents(content.db)).length;
      for (const time of ['first', 'second']) {
        const { body } = await client.post(`${main}/content/import`, { source, url }, { expect: 201 });
        expect([body.importedResources, body.totalResources], source).to.deep.equal([expected.counts, expected.counts]);
        expect(await make.outline(admin, main), `${source}, ${time}`).to.deep.equal(expected.outline);
      }
      const told = (await outboxEvents(content.db)).slice(events);
      expect(
        told.map(({ type, subject }) => [type, subject]),
        source,
      ).to.deep.equal([
        ['content.space.content-updated.v1', spaceId],
        ['content.space.content-updated.v1', spaceId],
      ]);
      const { body: revision } = await client.get(`${main}/content`, { expect: 200 });
      expect(revision.files.length, source).to.equal(source === 'html' ? 1 : 0);
    }
  });

  it('importContent reads a website, and brings it up to date when asked again', async () => {
    const { main, admin, client } = await emptySpace();
    const site: Record<string, string> = {
      '/': '<main><h1>Home</h1><a href="/guide/first">first</a> <a href="/gone">gone</a></main>',
      '/guide/first': '<main><h1>First</h1><a href="/">home</a><script>alert(1)</script></main>',
    };
    answer = ({ url = '' }, response) => {
      const page = site[url];
      response.writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html' }).end(page);
    };
    const read = () => client.post(`${main}/content/import`, { source: 'website', url: `${base}/` }, { expect: 201 });
    const { body } = await read();
    expect(body).to.deep.include({ importedResources: 2, totalResources: 3 });
    expect(body.warnings).to.deep.equal([{ path: `${base}/gone`, message: 'answered 404, and was left out.' }]);
    const outlineOfSite = ['Home (index)', 'Guide (guide)', '  First (first)'];
    expect(await make.outline(admin, main)).to.deep.equal(outlineOfSite);
    site['/guide/first'] = '<main><h1>First</h1>New words.</main>';
    await read();
    expect(await make.outline(admin, main)).to.deep.equal(outlineOfSite);
    const query = { format: 'markdown' };
    const { body: first } = await client.get(`${main}/content/path/guide/first`, { query, expect: 200 });
    expect(first.markdown).to.equal('# First\n\nNew words.\n');
  });

  it('importContent of a website: 400 for an upload, an address that answers 404, and a private one', async () => {
    const { main, admin, organizationId, client } = await emptySpace();
    answer = (_, response) => void response.writeHead(404).end();
    const upload = await make.upload(admin, organizationId, await zipOf(docs));
    for (const [url, says] of [
      [upload, /names an upload; a website needs/],
      [`${base}/`, /answered 404/],
      ['http://10.0.0.1/', /private address/],
    ] as const) {
      const { body } = await client.post(`${main}/content/import`, { source: 'website', url }, { expect: 400 });
      expect(body.error.message).to.match(says);
      expect(body.error.details[0].path).to.equal('body.url');
    }
    expect(await make.outline(admin, main)).to.deep.equal([]);
  });

  it('importContent leaves no temporary file behind, whether it succeeds or not', async () => {
    const { importZip } = await emptySpace();
    const mine = async () =>
      (await readdir(tmpdir())).filter((name) => new RegExp(`^quire-import-[0-9a-f]{8}-${process.pid}-`).test(name));
    const before = await mine();
    await importZip(await zipOf(docs));
    await importZip(Buffer.from('no zip'), 400);
    expect(await mine()).to.deep.equal(before);
  });

  describe('bad input gets a message that says what to do, and leaves the space as it was', () => {
    const refusals: Record<string, { zip: () => Buffer | Promise<Buffer>; says: RegExp }> = {
      'a file that is no zip': { zip: () => Buffer.from('# Not a zip'), says: /not a readable zip archive/ },
      'an empty file': { zip: () => Buffer.alloc(0), says: /not a readable zip archive/ },
      'half a zip': { zip: async () => (await zipOf(docs)).subarray(0, 300), says: /not a readable zip archive/ },
      'an archive with 100,000 entries': {
        zip: () => rawZip(Array.from({ length: 60_000 }, (_, index) => ({ name: `${index}.md`, method: 0 }))),
        says: /60000 entries, more than 20000/,
      },
      'a file that expands 1,000-fold': {
        zip: () =>
          rawZip([
            { name: 'README.md', content: '# A\n' },
            { name: 'bomb.md', content: Buffer.alloc(8 * megabyte) },
          ]),
        says: /bomb\.md expands more than 200-fold/,
      },
      'a path that leaves the archive': {
        zip: () =>
          rawZip([
            { name: 'README.md', content: '# A\n' },
            { name: '../../etc/passwd.md', content: 'x' },
          ]),
        says: /leaves the archive/,
      },
      'a page that is not UTF-8': {
        zip: () => zipOf({ 'README.md': Buffer.from([0x23, 0x20, 0xff, 0xfe]) }),
        says: /README\.md is not valid UTF-8\. Save it as UTF-8/,
      },
      'a page of 5 MB': {
        zip: () =>
          zipOf({
            'README.md': Array.from({ length: 5 * 40_000 }, (_, line) => `Line ${line} ${line * 7919}\n`).join(''),
          }),
        says: /README\.md is larger than 1024 KiB\. Split it/,
      },
      'a page with U+0000': { zip: () => zipOf({ 'README.md': 'a\0b' }), says: /NUL/ },
      'an archive without Markdown': { zip: () => zipOf({ 'a.txt': 'x' }), says: /at least one \.md file/ },
      'a SUMMARY.md that names missing pages only': {
        zip: () => zipOf({ 'docs/SUMMARY.md': '* [A](a.md)\n', 'docs/.gitbook.yaml': 'structure:\n  readme: no.md\n' }),
        says: /SUMMARY\.md/,
      },
    };
    for (const [what, { zip, says }] of Object.entries(refusals)) {
      it(`${what}: 400`, async () => {
        const { main, client, importZip } = await emptySpace();
        const { body: before } = await client.get(main);
        const { body } = await importZip(await zip(), 400);
        expect(body.error.message).to.match(says);
        expect(body.error.details[0].path).to.equal('body.url');
        expect((await client.get(main)).body).to.deep.equal(before);
      });
    }

    const addresses: Record<string, { url?: () => string; serve?: RequestListener; says: RegExp }> = {
      'an address where nobody answers': { url: () => `http://127.0.0.1:${closed}/a.zip`, says: /refuses connections/ },
      'a host that does not exist': { url: () => 'http://nowhere.invalid/a.zip', says: /host name/ },
      'an address that answers 404': {
        serve: (_, response) => void response.writeHead(404).end(),
        says: /answered 404/,
      },
      'an address that answers 500': {
        serve: (_, response) => void response.writeHead(500).end(),
        says: /answered 500/,
      },
      'an address that redirects for ever': {
        serve: ({ url }, response) => void response.writeHead(302, { location: `${url}x` }).end(),
        says: /redirects more than 5 times/,
      },
      'an address that redirects to a private one': {
        serve: (_, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
        says: /redirects to an address that is a private address/,
      },
      'a private address': { url: () => 'http://192.168.0.1/a.zip', says: /private address/ },
      'the metadata service of a cloud': { url: () => 'http://169.254.169.254/latest', says: /private address/ },
      'an IPv6 loopback': { url: () => 'http://[::1]/a.zip', says: /private address/ },
      'an address with a password': { url: () => 'http://a:b@example.com/', says: /password/ },
      'an answer that breaks off': {
        serve: (_, response) => {
          response.writeHead(200, { 'content-length': 1000 }).write('PK');
          setTimeout(() => response.destroy(), 20);
        },
        says: /broke|cannot be fetched/,
      },
    };
    for (const [what, { url, serve, says }] of Object.entries(addresses)) {
      it(`${what}: 400`, async () => {
        const { main, client, importFrom } = await emptySpace();
        if (serve) answer = serve;
        const { body: before } = await client.get(main);
        const { body } = await importFrom(url?.() ?? `${base}/a.zip`, 400);
        expect(body.error.message).to.match(says);
        expect(body.error.details[0].path).to.equal('body.url');
        expect((await client.get(main)).body).to.deep.equal(before);
      });
    }

    it('an upload without bytes: 400 until they are there', async () => {
      const { organizationId, admin, client, importFrom } = await emptySpace();
      const file = { name: 'a.zip', contentType: 'application/zip', size: 3 };
      const { body } = await client.post(`/v1/orgs/${organizationId}/storage/upload`, file, { expect: 201 });
      expect((await importFrom(body.url, 400)).body.error.message).to.contain('PUT them to its uploadURL first');
      expect(admin.userId).to.be.a('string');
    });

    it('an upload of another organization: 404; a forged one: 403', async () => {
      const { importFrom } = await emptySpace();
      const other = make.organization();
      const url = await make.upload(other.admin, other.id, await zipOf(docs));
      await importFrom(url, 404);
      await importFrom(`${url}x`, 403);
    });

    it('an unknown source, or no address: 400', async () => {
      const { main, client } = await emptySpace();
      const url = `${base}/a.zip`;
      for (const body of [
        { source: 'tar', url },
        { source: 'zip' },
        { url },
        { source: 'zip', url: 'ftp://a.b/c' },
        undefined,
      ])
        await client.post(`${main}/content/import`, body, { expect: 400 });
    });
  });

  it('a SUMMARY.md that names missing pages, or one page twice: what is there is imported once, the rest counted', async () => {
    const { main, admin, importZip } = await emptySpace();
    const summary = '* [A](a.md)\n* [Gone](gone.md)\n* [A again](a.md)\n';
    const { body } = await importZip(await zipOf({ 'SUMMARY.md': summary, 'a.md': '# A\n' }));
    expect([body.importedResources, body.totalResources]).to.deep.equal([1, 2]);
    expect(await make.outline(admin, main)).to.deep.equal(['A (a)']);
  });

  it('two imports of one archive at once both land, and make its pages once', async () => {
    const { main, admin, importZip } = await emptySpace();
    const zip = await zipOf(docs);
    await Promise.all([importZip(zip), importZip(zip)]);
    expect(await make.outline(admin, main)).to.deep.equal(outline);
  });

  for (const [name, pages, files] of [
    ['elsa-docs', 166, 46],
    ['rust-book', 111, 28],
  ] as const) {
    it(`importContent takes ${name}, real documentation: every page can be read, found and left unchanged`, async function () {
      const path = corpus(`${name}.zip`);
      if (path === undefined) return this.skip();
      const { main, client, importZip } = await emptySpace();
      const zip = await readFile(path);
      const { body } = await importZip(zip);
      expect([body.importedResources, body.totalResources]).to.deep.equal([pages + files, pages + files]);
      const { body: revision } = await client.get(`${main}/content`, { expect: 200 });
      const flat = (list: Page[]): Page[] =>
        list.flatMap((page) => [page, ...('pages' in page ? flat(page.pages) : [])]);
      const all = flat(revision.pages);
      const documents = all.filter(({ type }) => type === 'document');
      expect(documents.length).to.equal(pages);
      expect(revision.files.length).to.equal(files);
      const paths = all.flatMap((page) => ('path' in page ? [page.path] : []));
      expect(new Set(paths).size, 'no path twice').to.equal(paths.length);
      for (const page of documents.slice(0, 20)) {
        const query = { format: 'markdown' };
        const read = await client.get(`${main}/content/page/${page.id}`, { query, expect: 200 });
        expect(read.body.markdown).to.be.a('string');
      }
      await importZip(zip);
      const { body: again } = await client.get(`${main}/content`, { expect: 200 });
      expect(flat(again.pages).map(({ id }) => id)).to.deep.equal(all.map(({ id }) => id));
      expect(again.files.map(({ id }: RevisionFile) => id)).to.deep.equal(
        revision.files.map(({ id }: RevisionFile) => id),
      );
    });
  }
});
