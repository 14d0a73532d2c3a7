import type { SemanticChange } from '@quire/contract';
import { expect } from 'chai';
import { contentService } from '../content-service.js';
import { factories } from '../factories.js';

const update = (page: string | undefined, fields: object) => ({ operation: 'update_page', page, ...fields });
const insert = (title: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown: `${title}.\n` },
  ...more,
});

describe('semantic changes over HTTP', () => {
  const content = contentService();
  const make = factories(content);

  async function state(pages: Record<string, string> = { Home: 'Home.\n', Guide: 'Guide.\n', Old: 'Old.\n' }) {
    const { spaceId, admin, ids } = await make.written(pages);
    const main = `/v1/spaces/${spaceId}`;
    const client = content.as(admin);
    const changes = async (path: string, query: object = { limit: 1000 }) =>
      (await client.get(`${path}/changes`, { query: { ...query }, expect: 200 })).body;
    const page = async (path: string, id: string) => (await client.get(`${path}/content/page/${id}`)).body;
    return { spaceId, main, admin, ids, client, changes, page };
  }

  /** One line per change. */
  const told = (changes: readonly SemanticChange[]) =>
    changes.map((change) => {
      const attributes = 'attributes' in change ? ` ${Object.keys(change.attributes).join(' ')}` : '';
      return `${change.type} ${'page' in change ? (change.page.path ?? change.page.title) : change.file.name}${attributes}`;
    });

  describe('getChangeRequestChanges', () => {
    it('tells of each page and file what happened to it', async () => {
      const { spaceId, main, admin, ids, changes, page } = await state();
      const bytes = { contentType: 'text/plain', base64: 'YQ==' };
      await make.edit(admin, main, [{ operation: 'insert_files', files: [{ name: 'kept.txt', ...bytes }] }]);
      const { path } = await make.changeRequest(admin, spaceId);
      expect(await changes(path)).to.deep.equal({ changes: [] });
      const before = { home: await page(main, ids.Home!), guide: await page(main, ids.Guide!) };
      const { changes: made, insertedFiles } = await make.edit(admin, path, [
        insert('New', { into: ids.Guide }),
        { operation: 'insert_page', type: 'group', title: 'Part' },
        { operation: 'insert_page', type: 'link', title: 'Out', target: { kind: 'url', url: 'https://example.com' } },
        update(ids.Home, { title: 'Start', slug: 'start', emoji: '🏠', description: 'Here', hidden: true }),
        update(ids.Home, { document: { markdown: 'Other.\n' } }),
        update(ids.Guide, { into: ids.Home }),
        { operation: 'delete_page', page: ids.Old },
        { operation: 'insert_files', files: [{ name: 'new.txt', ...bytes }] },
      ]);
      const [created, group, link] = made.map(({ page: { id } }: { page: { id: string } }) => id);
      const home = { id: ids.Home, type: 'document', title: 'Start', path: 'start' };
      const guide = { id: ids.Guide, type: 'document', title: 'Guide', path: 'start/guide' };
      const [file] = insertedFiles;
      const after = await page(path, ids.Home!);
      expect(await changes(path)).to.deep.equal({
        changes: [
          { type: 'page_deleted', page: { id: ids.Old, type: 'document', title: 'Old', path: 'old' } },
          { type: 'page_created', page: { id: link, type: 'link', title: 'Out' } },
          { type: 'page_created', page: { id: group, type: 'group', title: 'Part', path: 'part' } },
          {
            type: 'page_edited',
            page: home,
            attributes: {
              title: { before: 'Home', after: 'Start' },
              slug: { before: 'home', after: 'start' },
              emoji: { after: '🏠' },
              description: { after: 'Here' },
              hidden: { after: true },
              document: { before: before.home.documentId, after: after.documentId },
            },
          },
          { type: 'page_moved', page: guide, parent: { after: home } },
          { type: 'page_created', page: { id: created, type: 'document', title: 'New', path: 'start/guide/new' } },
          {
            type: 'file_created',
            file: { id: file.id, name: 'new.txt', contentType: 'text/plain', downloadURL: file.downloadURL },
          },
        ],
      });
    });

    it('leaves out what is equal again, and what main did once it was taken in', async () => {
      const { spaceId, main, admin, ids, client, changes } = await state();
      const { path } = await make.changeRequest(admin, spaceId, [update(ids.Home, { title: 'Ours' })]);
      await make.edit(admin, main, [update(ids.Guide, { title: 'Theirs' }), insert('Late')]);
      expect(told((await changes(path)).changes)).to.deep.equal(['page_edited home title']);
      await client.post(`${path}/update`, undefined, { expect: 200 });
      expect(told((await changes(path)).changes)).to.deep.equal(['page_edited home title']);
      await make.edit(admin, path, [update(ids.Home, { title: 'Home' })]);
      expect(await changes(path)).to.deep.equal({ changes: [] });
      await make.edit(admin, path, [insert('Landed')]);
      await client.post(`${path}/merge`, undefined, { expect: 200 });
      await make.edit(admin, main, [insert('After')]);
      expect(told((await changes(path)).changes), 'it stays what it was').to.deep.equal(['page_created landed']);
    });

    it('answers 10 at once unless asked for another number, and how many more there are', async () => {
      const { spaceId, admin, changes, client } = await state();
      const titles = Array.from({ length: 25 }, (_, number) => `Page ${String.fromCharCode(97 + number)}`);
      const { path } = await make.changeRequest(
        admin,
        spaceId,
        titles.map((title) => insert(title)),
      );
      const all = (await changes(path)).changes;
      expect(all).to.have.lengthOf(25);
      expect(await changes(path, {})).to.deep.equal({ changes: all.slice(0, 10), more: 15 });
      expect(await changes(path, { limit: 24 })).to.deep.equal({ changes: all.slice(0, 24), more: 1 });
      expect(await changes(path, { limit: 25 })).to.deep.equal({ changes: all });
      for (const limit of ['0', '1001', '-1', 'x'])
        await client.get(`${path}/changes`, { query: { limit }, expect: 400 });
    });
  });

  describe('getRevisionSemanticChanges', () => {
    it('tells what each revision of main did to the one before it, and which change request it was', async () => {
      const { spaceId, main, admin, ids, client, changes } = await state();
      const [first, edits] = [...(await client.get(`${main}/revisions`)).body.items].reverse();
      expect(await changes(`${main}/revisions/${first.id}`)).to.deep.equal({ changes: [] });
      expect(told((await changes(`${main}/revisions/${edits.id}`)).changes)).to.deep.equal([
        'page_created guide',
        'page_created home',
        'page_created old',
      ]);
      const request = await make.changeRequest(admin, spaceId, [update(ids.Home, { into: ids.Guide })]);
      await make.edit(admin, main, [{ operation: 'delete_page', page: ids.Old }]);
      const { revision } = (await client.post(`${request.path}/merge`, undefined, { expect: 200 })).body;
      const answer = await changes(`${main}/revisions/${revision}`);
      expect(told(answer.changes)).to.deep.equal(['page_moved guide/home']);
      expect(answer.mergedFrom).to.deep.equal((await client.get(request.path)).body);
      expect(answer.mergedFrom).to.deep.include({ status: 'merged', revisionMerged: revision });
    });

    it('works for revisions of change requests, and for all content of a copy', async () => {
      const { spaceId, main, admin, ids, client, changes } = await state();
      const { path } = await make.changeRequest(admin, spaceId, [update(ids.Home, { title: 'Ours' })]);
      await make.edit(admin, path, [update(ids.Guide, { title: 'Too' })]);
      const { revision } = (await client.get(path)).body;
      const last = await changes(`${main}/revisions/${revision}`);
      expect(told(last.changes)).to.deep.equal(['page_edited guide title']);
      expect(last).to.not.have.property('mergedFrom');
      const copy = (await client.post(`${main}/duplicate`, undefined, { expect: 201 })).body;
      const all = await changes(`/v1/spaces/${copy.id}/revisions/${copy.revision}`);
      expect(told(all.changes)).to.deep.equal(['page_created guide', 'page_created home', 'page_created old']);
      await client.get(`/v1/spaces/${copy.id}/revisions/${revision}/changes`, { expect: 404 });
      await client.get(`${main}/revisions/nope/changes`, { expect: 404 });
    });
  });

  describe('getDocumentById', () => {
    it('answers every text that a page has or had, on main or in a change request, and links as there', async () => {
      const { spaceId, main, admin, ids, client, page } = await state({ Home: '[guide](guide)\n', Guide: 'Guide.\n' });
      const first = (await page(main, ids.Home!)).documentId;
      const { path } = await make.changeRequest(admin, spaceId, [
        update(ids.Home, { document: { markdown: 'Ours.\n' } }),
      ]);
      const ours = (await page(path, ids.Home!)).documentId;
      await make.edit(admin, main, [update(ids.Home, { document: { markdown: 'Theirs.\n' } })]);
      const theirs = (await page(main, ids.Home!)).documentId;
      await make.edit(admin, main, [{ operation: 'delete_page', page: ids.Home }]);
      const document = async (id: string) => (await client.get(`${main}/documents/${id}`, { expect: 200 })).body;
      const words = (read: { nodes: { nodes: { leaves: { text: string }[] }[] }[] }) =>
        read.nodes.map(({ nodes }) => nodes.map(({ leaves }) => leaves.map(({ text }) => text).join('')).join(''));
      expect(words(await document(ours))).to.deep.equal(['Ours.']);
      expect(words(await document(theirs))).to.deep.equal(['Theirs.']);
      const { nodes, ...rest } = await document(first);
      expect(rest).to.deep.equal({ object: 'document', data: { schemaVersion: rest.data.schemaVersion } });
      expect(JSON.stringify(nodes)).to.contain(JSON.stringify({ kind: 'page', page: ids.Guide }));
    });

    it('answers 404 for the text of another space, and the texts of a copy', async () => {
      const { main, ids, client, page } = await state();
      const other = await state({ Secret: 'Something else.\n' });
      const secret = (await page(main, ids.Home!)).documentId;
      await client.get(`${main}/documents/${secret}`, { expect: 200 });
      await other.client.get(`${other.main}/documents/${secret}`, { expect: 404 });
      await client.get(`${main}/documents/nope`, { expect: 404 });
      const copy = (await client.post(`${main}/duplicate`, undefined, { expect: 201 })).body;
      const inCopy = `/v1/spaces/${copy.id}`;
      await client.get(`${inCopy}/documents/${secret}`, { expect: 200 });
      const { body } = await client.get(`${inCopy}/content/pages`);
      const home = body.pages.find(({ title }: { title: string }) => title === 'Home').id;
      const changes = [{ operation: 'delete_page', page: home }];
      await client.post(`${inCopy}/content`, { changes }, { expect: 200 });
      await client.get(`${inCopy}/documents/${secret}`, { expect: 200 });
    });
  });

  it('a page of a revision is read by its path, its text as a document, a file by its id', async () => {
    const { main, admin, ids, client } = await state({ Home: '# Home\n\nHello.\n', Guide: 'Guide.\n' });
    const files = [{ name: 'a.txt', contentType: 'text/plain', base64: 'YQ==' }];
    const { revision, insertedFiles } = await make.edit(admin, main, [
      update(ids.Guide, { into: ids.Home }),
      { operation: 'insert_files', files },
    ]);
    await make.edit(admin, main, [{ operation: 'delete_page', page: ids.Home }]);
    const at = `${main}/revisions/${revision}`;
    const byPath = await client.get(`${at}/path/home%2Fguide`, { query: { format: 'markdown' }, expect: 200 });
    expect(byPath.body).to.deep.include({ id: ids.Guide, path: 'home/guide', markdown: 'Guide.\n' });
    await client.get(`${at}/path/guide`, { expect: 404 });
    const { body: document } = await client.get(`${at}/page/${ids.Home}/document`, { expect: 200 });
    const page = await client.get(`${at}/page/${ids.Home}`, { query: { format: 'document' }, expect: 200 });
    expect(document).to.deep.equal(page.body.document);
    await client.get(`${at}/page/nope/document`, { expect: 404 });
    const file = await client.get(`${at}/files/${insertedFiles[0].id}`, { expect: 200 });
    expect(file.body).to.deep.equal(insertedFiles[0]);
    await client.get(`${at}/files/nope`, { expect: 404 });
  });
});
