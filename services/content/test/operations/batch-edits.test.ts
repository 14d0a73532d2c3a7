import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PageChange, RevisionFile } from '@quire/contract';
import { expect } from 'chai';
import type { References } from '../../src/domain/pages/page-record.js';
import { getPage } from '../../src/domain/pages/page-record.js';
import { ContentStore } from '../../src/domain/store/content-store.js';
import { contentService, publicUrl } from '../content-service.js';
import { factories } from '../factories.js';

const page = (title: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown: '' },
  ...more,
});
const change = (id: string | undefined, fields: object) => ({ operation: 'update_page', page: id, ...fields });
const idsOf = (changes: PageChange[]) => changes.map(({ page }) => (typeof page === 'string' ? page : page.id));

describe('batches of edits', () => {
  const content = contentService();
  const make = factories(content);
  let server: Server;
  let base: string;

  before('serves files', async () => {
    server = createServer((request, response) => {
      if (request.url === '/untyped') return void response.end('bytes');
      if (request.url === '/typed') return void response.setHeader('content-type', 'text/csv').end('a,b');
      response.writeHead(404).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  after('stops serving', () => server.close());

  async function written(pages?: Record<string, string>) {
    const made = await make.written(pages);
    const main = `/v1/spaces/${made.spaceId}`;
    const client = content.as(made.admin);
    return {
      ...made,
      main,
      client,
      edit: (...changes: object[]) => make.edit(made.admin, main, changes),
      refuse: async (status: number, ...changes: object[]) => {
        const before = (await client.get(`${main}/content`)).body;
        const answer = await client.post(`${main}/content`, { changes }, { expect: status });
        expect((await client.get(`${main}/content`)).body, 'nothing has changed').to.deep.equal(before);
        const details: { path: string; message: string }[] = answer.body.error.details ?? [];
        return { message: answer.body.error.message as string, paths: details.map(({ path }) => path) };
      },
      outline: () => make.outline(made.admin, main),
      /** What the links of a page lead to, as it is stored. */
      references: async (id: string, path = main): Promise<References> => {
        const revision = (await client.get(`${path}/content`)).body.id;
        const { pages: root } = await content.db('revisions').where({ id: revision }).first('pages');
        const reader = new ContentStore().reader(content.db);
        const { references } = (await getPage(reader, root, id))!;
        return references === undefined ? {} : ((await reader.load(references)) as References);
      },
    };
  }

  it('updateSpaceContent does all five operations and tells about each page once', async () => {
    const { edit, ids, main, outline } = await written({ One: '1', Two: '2', Three: '3' });
    await edit(change(ids.Three, { title: 'Changed' }));
    const body = await edit(
      { operation: 'insert_files', files: [{ name: 'a.txt', contentType: 'text/plain', base64: 'YQ==' }] },
      page('Four', { ref: 'four' }),
      change(ids.One, { title: 'First', into: 'four' }),
      { operation: 'delete_page', page: ids.Two },
      { operation: 'revert_page', page: ids.Three },
      change('four', { emoji: '🐢' }),
      change(ids.One, { hidden: true }),
    );
    const four = body.changes[0].page.id;
    const shown = (id: string | undefined) => ({
      object: 'page',
      id,
      urls: { location: `${publicUrl}${main}/content/page/${id}` },
    });
    expect(body.changes).to.deep.equal([
      { object: 'created_page', ref: 'four', page: shown(four) },
      { object: 'updated_page', page: shown(ids.One) },
      { object: 'deleted_page', page: ids.Two },
      { object: 'updated_page', page: shown(ids.Three) },
    ]);
    expect(body.insertedFiles.map(({ name }: RevisionFile) => name)).to.deep.equal(['a.txt']);
    expect(await outline()).to.deep.equal(['Three (three)', 'Four (four)', '  First (one)']);
  });

  it('updateChangeRequestContent answers older clients with the change request alone', async () => {
    const { admin, spaceId, client } = await written();
    const { path, id } = await make.changeRequest(admin, spaceId);
    const { body } = await client.post(`${path}/content`, { changes: [page('A')] }, { expect: 200 });
    expect(body).to.deep.equal((await client.get(path)).body);
    const full = await client.post(
      `${path}/content`,
      { changes: [page('B')] },
      { query: { compat: false }, expect: 200 },
    );
    expect(full.body).to.have.all.keys('changeRequest', 'changes');
    expect(full.body.changeRequest).to.deep.include({ id, object: 'change-request' });
    expect(full.body.changes[0].page.urls.location).to.contain(`/change-requests/${id}/content/page/`);
    await client.post(`${path}/content`, { changes: [page('C')] }, { query: { compat: 'no' }, expect: 400 });
  });

  it('is applied as a whole or not at all, and names the change that cannot be', async () => {
    const { refuse, ids } = await written();
    const good = [page('A'), change(ids.Home, { title: 'B' })];
    for (const [bad, status, path] of [
      [change('nope', { title: 'C' }), 400, 'body.changes.2.page'],
      [{ operation: 'delete_page', page: '' }, 400, 'body.changes.2.page'],
      [{ operation: 'delete_page', page: 'constructor' }, 400, 'body.changes.2.page'],
      [page('C', { into: 'nope' }), 400, 'body.changes.2.into'],
      [page('C', { at: 3 }), 400, 'body.changes.2.at'],
      [page('C', { at: -1 }), 400, 'body.changes.2.at'],
      [page('C', { slug: 'not a slug' }), 400, 'body.changes.2.slug'],
      [page('C', { slug: '' }), 400, 'body.changes.2.slug'],
      [page('C', { slug: '../etc' }), 400, 'body.changes.2.slug'],
      [page('', {}), 400, 'body.changes.2.title'],
      [page('C', { title: 'a'.repeat(1001) }), 400, 'body.changes.2.title'],
      [page('C', { emoji: 'turtle' }), 400, 'body.changes.2.emoji'],
      [{ operation: 'insert_page', title: 'C' }, 400, 'body.changes.2.document'],
      [{ operation: 'insert_page', type: 'link', title: 'C' }, 400, 'body.changes.2.target'],
      [{ operation: 'revert_page', page: 'nope' }, 400, 'body.changes.2.page'],
      [{ operation: 'revert_page', page: ids.Home, revision: 'nope' }, 400, 'body.changes.2.revision'],
      [{ operation: 'rename_page', page: ids.Home }, 400, 'body.changes.2.operation'],
      [change(ids.Home, { target: { kind: 'url', url: 'https://example.com' } }), 400, 'body.changes.2.target'],
      [page('C', { document: { markdown: 'a\0' } }), 400, 'body.changes.2.document.markdown'],
      [page('C', { document: { markdown: 'a\ud800' } }), 400, 'body.changes.2.document.markdown'],
    ] as const) {
      const { paths } = await refuse(status, ...good, bad);
      expect(paths[0], JSON.stringify(bad)).to.satisfy(
        (found: string) => path === found || path.startsWith(`${found}.`),
      );
    }
    await refuse(501, ...good, page('C', { document: { document: { object: 'document', data: {}, nodes: [] } } }));
  });

  it('takes 1 to 50 changes', async () => {
    const { edit, refuse, outline } = await written();
    await edit(...Array.from({ length: 50 }, (_, index) => page(`Page ${index}`)));
    expect(await outline()).to.have.length(51);
    expect((await refuse(400)).paths).to.deep.equal(['body.changes']);
    expect((await refuse(400, ...Array(51).fill(page('Page')))).paths).to.deep.equal(['body.changes']);
  });

  it('takes a page of 1 MiB, and tells what to do about a larger one', async () => {
    const { edit, refuse, ids } = await written();
    const largest = 'é'.repeat(512 * 1024);
    await edit(change(ids.Home, { document: { markdown: largest } }));
    const { message, paths } = await refuse(
      400,
      page('A'),
      change(ids.Home, { document: { markdown: `${largest}a` } }),
    );
    expect(paths).to.deep.equal(['body.changes.1.document.markdown']);
    expect(message).to.contain('Split it');
  });

  describe('where pages go', () => {
    it('into and at place a page; without them it goes to the end', async () => {
      const { edit, ids, outline } = await written({ One: '', Two: '', Three: '' });
      await edit(page('First', { at: 0 }), page('Last', { at: 4 }), page('Inner', { into: ids.Two, at: 0 }));
      expect(await outline()).to.deep.equal([
        'First (first)',
        'One (one)',
        'Two (two)',
        '  Inner (inner)',
        'Three (three)',
        'Last (last)',
      ]);
      await edit(change(ids.Three, { at: 0 }), change(ids.One, { into: ids.Two }), change(ids.Two, { at: 3 }));
      expect(await outline()).to.deep.equal([
        'Three (three)',
        'First (first)',
        'Last (last)',
        'Two (two)',
        '  Inner (inner)',
        '  One (one)',
      ]);
      await edit(change(ids.One, { into: null, at: 1 }));
      expect((await outline())[1]).to.equal('One (one)');
    });

    it('a page cannot be moved below itself', async () => {
      const { edit, refuse, ids } = await written({ One: '', Two: '' });
      await edit(change(ids.Two, { into: ids.One }));
      for (const into of [ids.One, ids.Two]) {
        const { message } = await refuse(409, change(ids.One, { into }));
        expect(message).to.equal('body.changes.0.into: a page cannot be moved below itself.');
      }
    });

    it('a link has nothing below it, and at is within bounds', async () => {
      const { edit, refuse, ids } = await written({ One: '', Two: '' });
      const link = { operation: 'insert_page', type: 'link', title: 'L', target: { kind: 'url', url: 'https://a.b' } };
      const [id] = idsOf((await edit(link)).changes);
      expect((await refuse(400, change(ids.One, { into: id }))).paths).to.deep.equal(['body.changes.0.into']);
      expect((await refuse(400, change(ids.One, { at: 3 }))).paths).to.deep.equal(['body.changes.0.at']);
      await edit(change(ids.One, { at: 2 }));
    });

    it('siblings have slugs of their own: a later one is numbered', async () => {
      const { edit, ids, outline } = await written({ One: '', Two: '' });
      await edit(page('One'), page('One'), page('One', { into: ids.Two }), change(ids.Two, { slug: 'one' }));
      expect(await outline()).to.deep.equal(['One (one)', 'Two (one-4)', '  One (one)', 'One (one-2)', 'One (one-3)']);
      await edit({ operation: 'delete_page', page: ids.One }, page('One'));
      expect((await outline()).at(-1)).to.equal('One (one)');
    });

    it('deleting a page deletes what is below it, and counts each', async () => {
      const { edit, refuse, outline } = await written({ One: '' });
      const { changes } = await edit(
        page('A', { ref: 'a' }),
        page('B', { ref: 'b', into: 'a' }),
        page('C', { into: 'b' }),
      );
      const ids = idsOf(changes);
      await refuse(400, { operation: 'delete_page', page: ids[0] }, change(ids[2], { title: 'Gone' }));
      const deleted = await edit({ operation: 'delete_page', page: ids[0] });
      expect(deleted.changes).to.deep.equal(ids.map((id) => ({ object: 'deleted_page', page: id })));
      expect(await outline()).to.deep.equal(['One (one)']);
      const nothing = await edit(page('D', { ref: 'd' }), { operation: 'delete_page', page: 'd' });
      expect(nothing.changes).to.deep.equal([]);
    });
  });

  describe('refs and links', () => {
    it('links between inserted pages and files are references, in any order', async () => {
      const { edit, references } = await written();
      const { changes, insertedFiles } = await edit(
        page('A', {
          ref: 'a',
          document: { markdown: '[b](b) [b](./b.md#part) ![f](f) [no](nope) [o](constructor) [](__proto__)' },
        }),
        page('B', { ref: 'b', document: { markdown: '[a](a)' } }),
        {
          operation: 'insert_files',
          files: [{ ref: 'f', name: 'a.txt', contentType: 'text/plain', base64: 'YQ==' }],
        },
      );
      const [a, b] = idsOf(changes);
      expect(await references(a!)).to.deep.equal({
        b: { kind: 'page', page: b },
        './b.md#part': { kind: 'page', page: b, anchor: 'part' },
        f: { kind: 'file', file: insertedFiles[0].id },
      });
      expect(await references(b!)).to.deep.equal({ a: { kind: 'page', page: a } });
    });

    it('a page may be called like something every object has', async () => {
      const { edit, references } = await written();
      const { changes } = await edit(
        page('A', { document: { markdown: '[c](constructor.md) [p](__proto__.md) [t](toString)' } }),
        page('constructor', { ref: 'toString' }),
        page('__proto__', { ref: '__proto__' }),
      );
      const [a, constructor, proto] = idsOf(changes);
      const found = await references(a!);
      expect(Object.entries(found)).to.deep.equal(
        [
          ['constructor.md', { kind: 'page', page: constructor }],
          ['__proto__.md', { kind: 'page', page: proto }],
          ['toString', { kind: 'page', page: constructor }],
        ].sort(([one], [other]) => (one! < other! ? -1 : 1)),
      );
    });

    it('references survive when the target is renamed and moved, and when the text is edited after that', async () => {
      const { edit, references, ids } = await written({ One: '', Two: '' });
      const markdown = '[two](two.md) and [two](/pages/two.md#x)';
      await edit(change(ids.One, { document: { markdown } }));
      const expected = {
        'two.md': { kind: 'page', page: ids.Two },
        '/pages/two.md#x': { kind: 'page', page: ids.Two, anchor: 'x' },
      };
      expect(await references(ids.One!)).to.deep.equal(expected);
      await edit(page('Group', { ref: 'g' }), change(ids.Two, { slug: 'zwei', title: 'Zwei', into: 'g' }));
      expect(await references(ids.One!)).to.deep.equal(expected);
      await edit(change(ids.One, { document: { markdown: `More: ${markdown}` } }), page('Two'));
      expect(await references(ids.One!)).to.deep.equal(expected);
      await edit({ operation: 'delete_page', page: ids.Two });
      await edit(change(ids.One, { document: { markdown: 'Only [two](zwei.md)' } }));
      expect(await references(ids.One!)).to.deep.equal({});
    });

    it('ids work as links: /pages/<id> and /files/<id>', async () => {
      const { edit, references, ids } = await written({ One: '', Two: '' });
      const files = [{ name: 'a.txt', contentType: 'text/plain', base64: 'YQ==' }];
      const { insertedFiles } = await edit({ operation: 'insert_files', files });
      const [two, file] = [`/pages/${ids.Two}#x`, `/files/${insertedFiles[0].id}`];
      await edit(change(ids.One, { document: { markdown: `[t](${two}) ![f](${file}) [n](/pages/nope)` } }));
      expect(await references(ids.One!)).to.deep.equal({
        [two]: { kind: 'page', page: ids.Two, anchor: 'x' },
        [file]: { kind: 'file', file: insertedFiles[0].id },
      });
    });

    it('a ref is used once, and before it is needed for a place', async () => {
      const { refuse } = await written();
      const file = (ref: string) => ({ ref, name: 'a', contentType: 'text/plain', base64: '' });
      expect((await refuse(400, page('A', { ref: 'x' }), page('B', { ref: 'x' }))).paths).to.deep.equal([
        'body.changes.1.ref',
      ]);
      const twice = { operation: 'insert_files', files: [file('x'), file('x')] };
      expect((await refuse(400, twice)).paths).to.deep.equal(['body.changes.0.files.1.ref']);
      const mixed = { operation: 'insert_files', files: [file('x')] };
      expect((await refuse(400, page('A', { ref: 'x' }), mixed)).paths).to.deep.equal(['body.changes.1.files.0.ref']);
      const early = await refuse(400, page('A', { into: 'later' }), page('B', { ref: 'later' }));
      expect(early.paths).to.deep.equal(['body.changes.0.into']);
    });
  });

  describe('insert_files', () => {
    const files = (...list: object[]) => ({ operation: 'insert_files', files: list });

    it('takes bytes as base64, from a web address, or from an upload', async () => {
      const { edit, admin, organizationId } = await written();
      const upload = await make.upload(admin, organizationId, Buffer.from('zip'), 'a.zip');
      const { insertedFiles } = await edit(
        files(
          { name: 'inline.bin', contentType: 'application/x-thing', base64: 'AP8=' },
          { name: 'typed.csv', url: `${base}/typed` },
          { name: 'untyped.bin', url: `${base}/untyped` },
          { name: 'said.txt', contentType: 'text/plain', url: `${base}/typed` },
          { name: 'uploaded.zip', url: upload },
          { name: 'empty', contentType: 'text/plain', base64: '' },
        ),
      );
      expect(insertedFiles.map(({ name, contentType, size }: RevisionFile) => [name, contentType, size])).to.deep.equal(
        [
          ['inline.bin', 'application/x-thing', 2],
          ['typed.csv', 'text/csv', 3],
          ['untyped.bin', 'text/plain', 5],
          ['said.txt', 'text/plain', 3],
          ['uploaded.zip', 'application/zip', 3],
          ['empty', 'text/plain', 0],
        ],
      );
      for (const file of insertedFiles) {
        const answer = await fetch(content.reach(file.downloadURL));
        expect([answer.status, (await answer.arrayBuffer()).byteLength], file.name).to.deep.equal([200, file.size]);
      }
    });

    it('refuses what it cannot get, and names it', async () => {
      const { refuse, admin, organizationId } = await written();
      const empty = { name: 'a', contentType: 'text/plain', size: 3 };
      const { body } = await content
        .as(admin)
        .post(`/v1/orgs/${organizationId}/storage/upload`, empty, { expect: 201 });
      const inline = { name: 'a', contentType: 'text/plain' };
      for (const [file, path] of [
        [{ ...inline, base64: 'YQ=' }, 'base64'],
        [{ ...inline, base64: 'Y*==' }, 'base64'],
        [{ ...inline, base64: 7 }, 'base64'],
        [{ ...inline, base64: Buffer.alloc(1024 * 1024 + 1).toString('base64') }, 'base64'],
        [{ name: 'a', base64: 'YQ==' }, 'contentType'],
        [{ ...inline, contentType: 'text/plain\r\nx: y', base64: 'YQ==' }, 'contentType'],
        [{ ...inline, contentType: 'plain', base64: 'YQ==' }, 'contentType'],
        [{ name: '', contentType: 'text/plain', base64: 'YQ==' }, 'name'],
        [{ ...inline, url: `${base}/missing` }, 'url'],
        [{ ...inline, url: 'http://127.0.0.1:9/' }, 'url'],
        [{ ...inline, url: 'http://10.0.0.1/' }, 'url'],
        [{ ...inline, url: 'file:///etc/passwd' }, 'url'],
        [{ ...inline, url: body.url }, 'url'],
        [{ ...inline }, ''],
        [{ ...inline, url: `${base}/typed`, base64: 'YQ==' }, ''],
      ] as const) {
        const { paths } = await refuse(400, page('A'), files(inlineOk, file));
        expect(paths, JSON.stringify(file).slice(0, 80)).to.deep.equal([`body.changes.1.files.1${path && `.${path}`}`]);
      }
      await refuse(403, files({ ...inline, url: `${body.url}x` }));
      expect((await refuse(400, files(...Array(21).fill(inlineOk)))).paths).to.deep.equal(['body.changes.0.files']);
      expect((await refuse(400, files())).paths).to.deep.equal(['body.changes.0.files']);
    });
    const inlineOk = { name: 'ok', contentType: 'text/plain', base64: 'YQ==' };
  });

  describe('revert_page', () => {
    it('gives a changed page its fields and text back, where it stands', async () => {
      const { edit, ids, admin, main, outline, client } = await written({ One: 'Then.\n', Two: '' });
      const { revision } = (await client.get(main)).body;
      await edit(
        change(ids.One, { title: 'Now', emoji: '🐢', slug: 'now', document: { markdown: 'Now.\n' }, into: ids.Two }),
      );
      await edit(page('Later'));
      await edit({ operation: 'revert_page', page: ids.One, revision });
      expect(await outline()).to.deep.equal(['Two (two)', '  One (one)', 'Later (later)']);
      expect(await make.markdown(admin, main, ids.One!)).to.equal('Then.\n');
      expect((await client.get(`${main}/content/page/${ids.One}`)).body).not.to.have.property('emoji');
    });

    it('brings a deleted page back with what was below it, after its former neighbour', async () => {
      const { edit, ids, main, outline, client } = await written({ One: '', Two: '', Three: '' });
      await edit(page('Child', { into: ids.Two, ref: 'c' }), page('Grandchild', { into: 'c' }));
      const before = await outline();
      const { revision } = (await client.get(main)).body;
      await edit({ operation: 'delete_page', page: ids.Two }, page('New', { at: 0 }));
      const { changes } = await edit({ operation: 'revert_page', page: ids.Two, revision });
      expect(changes.map(({ object }: PageChange) => object)).to.deep.equal(Array(3).fill('created_page'));
      expect(await outline()).to.deep.equal(['New (new)', ...before]);
      await edit(
        page('Slug', { into: ids.Two }),
        { operation: 'delete_page', page: ids.Two },
        { operation: 'revert_page', page: ids.Two, revision },
      );
      expect(await outline(), 'in one batch').to.deep.equal(['New (new)', ...before]);
    });

    it('removes a page that was not there, and without a revision goes back to main', async () => {
      const { edit, ids, admin, spaceId, main, outline, client } = await written({ One: '' });
      const { revision } = (await client.get(main)).body;
      const [late] = idsOf((await edit(page('Late'))).changes);
      await edit({ operation: 'revert_page', page: late, revision });
      expect(await outline()).to.deep.equal(['One (one)']);

      const { path } = await make.changeRequest(admin, spaceId, [page('Ours'), change(ids.One, { title: 'Ours' })]);
      const ours = (await make.outline(admin, path))[1]!;
      expect(ours).to.equal('Ours (ours)');
      const { body } = await client.get(`${path}/content/pages`);
      await make.edit(admin, path, [
        { operation: 'revert_page', page: body.pages[1].id },
        { operation: 'revert_page', page: ids.One },
      ]);
      expect(await make.outline(admin, path)).to.deep.equal(['One (one)']);
    });
  });

  it('front matter sets fields, taking it out unsets them, and a heading that is the title stays it', async () => {
    const { edit, client, main } = await written();
    const document = (markdown: string) => ({ document: { markdown } });
    const [id] = idsOf(
      (await edit(page('Ignored', document('---\ndescription: D\nicon: bolt\nhidden: true\n---\n# Heading\n'))))
        .changes,
    );
    const fields = async () => {
      const { title, description, icon, hidden } = (await client.get(`${main}/content/page/${id}`)).body;
      return { title, description, icon, hidden };
    };
    expect(await fields()).to.deep.equal({ title: 'Heading', description: 'D', icon: 'bolt', hidden: true });
    await edit(change(id, document('---\ndescription: E\n---\n# New heading\n')));
    expect(await fields()).to.deep.equal({
      title: 'New heading',
      description: 'E',
      icon: undefined,
      hidden: undefined,
    });
    await edit(change(id, { title: 'Said', description: '', emoji: null }));
    await edit(change(id, document('# Another heading\n')));
    expect((await fields()).title).to.equal('Said');
  });
});
