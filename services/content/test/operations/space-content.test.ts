import { expect } from 'chai';
import { contentService, publicUrl } from '../content-service.js';
import { factories } from '../factories.js';

const group = (title: string, ref: string) => ({ operation: 'insert_page', type: 'group', title, ref });
const page = (title: string, more: object = {}) => ({
  operation: 'insert_page',
  title,
  document: { markdown: '' },
  ...more,
});

describe('space content', () => {
  const content = contentService();
  const make = factories(content);

  async function emptySpace() {
    const { id, admin, member } = make.organization();
    const space = await make.space(admin, id);
    return { admin, member, main: `/v1/spaces/${space.id}`, spaceId: space.id as string };
  }

  it('listPages shows documents, groups and links as a tree, in the order of the table of contents', async () => {
    const { admin, main, spaceId } = await emptySpace();
    const { changes } = await make.edit(admin, main, [
      group('Basics', 'basics'),
      page('Install', { into: 'basics', emoji: '🚀', description: 'How to begin.', hidden: true }),
      page('Wide', { document: { markdown: '---\nlayout:\n  width: wide\n  title: false\n---\n# Wide\n' } }),
      { operation: 'insert_page', type: 'link', title: 'Forum', target: { kind: 'url', url: 'https://example.com' } },
    ]);
    const [basics, install, wide, forum] = changes.map((change: { page: { id: string } }) => change.page.id);
    const { body } = await content.as(admin).get(`${main}/content/pages`, { expect: 200 });
    const app = (id: string) => `${publicUrl}/app/space/${spaceId}?page=${id}`;
    const untimed = JSON.parse(
      JSON.stringify(body, (key, value) => (/^(?:createdAt|updatedAt|documentId)$/.test(key) ? undefined : value)),
    );
    const layout = {
      width: 'default',
      cover: true,
      coverSize: 'hero',
      title: true,
      description: true,
      tableOfContents: true,
      outline: true,
      pagination: true,
      metadata: true,
    };
    expect(untimed.pages).to.deep.equal([
      {
        id: basics,
        title: 'Basics',
        kind: 'group',
        type: 'group',
        slug: 'basics',
        path: 'basics',
        urls: { app: app(basics) },
        pages: [
          {
            id: install,
            title: 'Install',
            emoji: '🚀',
            description: 'How to begin.',
            hidden: true,
            kind: 'sheet',
            type: 'document',
            slug: 'install',
            path: 'basics/install',
            urls: { app: app(install) },
            layout,
            pages: [],
          },
        ],
      },
      {
        id: wide,
        title: 'Wide',
        kind: 'sheet',
        type: 'document',
        slug: 'wide',
        path: 'wide',
        urls: { app: app(wide) },
        layout: { ...layout, width: 'wide', title: false },
        pages: [],
      },
      {
        id: forum,
        title: 'Forum',
        kind: 'link',
        type: 'link',
        target: { kind: 'url', url: 'https://example.com' },
        href: 'https://example.com',
      },
    ]);
    const one = await content.as(admin).get(`${main}/content/page/${basics}`, { expect: 200 });
    expect(one.body).to.deep.equal(body.pages[0]);
    const { body: revision } = await content.as(admin).get(`${main}/content`, { expect: 200 });
    expect(revision.pages).to.deep.equal(body.pages);
    expect(revision).to.deep.include({ object: 'revision', type: 'edits', files: [], reusableContents: [] });
  });

  for (const [what, markdown] of [
    ['Windows line ends', '# A\r\n\r\nText.\r\n'],
    ['a byte order mark', '\uFEFF# A\n\nText.\n'],
    ['front matter', '---\ndescription: "D"\nunknown:   kept\n---\n\n# A\n'],
    ['trailing blanks and no line end', '# A\n\n   \t\nText  '],
    ['blocks that are not understood', '{% what %}\n<custom-tag a=1>\n{% endwhat %}\n'],
    ['any script', '# 日本語 😀\n\nقطة — naïve e\u0301\n'],
    ['nothing', ''],
    ['only blanks', ' \r\n\t\n'],
  ] as const) {
    it(`getPageById gives Markdown back byte for byte: ${what}`, async () => {
      const { admin, main } = await emptySpace();
      const { changes } = await make.edit(admin, main, [page('Page', { document: { markdown } })]);
      expect(await make.markdown(admin, main, changes[0].page.id)).to.equal(markdown);
    });
  }

  it('getPageById leaves the text out unless it is asked for', async () => {
    const { admin, spaceId, ids } = await make.written();
    const path = `/v1/spaces/${spaceId}/content/page/${ids.Home}`;
    const { body } = await content.as(admin).get(path, { expect: 200 });
    expect(body).not.to.have.any.keys('markdown', 'document');
    for (const query of [{ metadata: false }, { computed: false }, { metadata: true, computed: true }])
      expect((await content.as(admin).get(path, { query, expect: 200 })).body).to.deep.equal(body);
    await content.as(admin).get(path, { query: { metadata: 'perhaps' }, expect: 400 });
    await content.as(admin).get(path, { query: { format: 'html' }, expect: 400 });
    const asDocument = (await content.as(admin).get(path, { query: { format: 'document' }, expect: 200 })).body;
    expect(asDocument).to.deep.equal({ ...body, document: asDocument.document });
    expect(asDocument.document).to.deep.include({ object: 'document', data: { schemaVersion: 1 } });
  });

  it('getPageByPath finds a page by its path, with slashes as they are or encoded', async () => {
    const { admin, main } = await emptySpace();
    const { changes } = await make.edit(admin, main, [
      group('Größe', 'top'),
      page('日本語 ガイド', { into: 'top', ref: 'middle' }),
      page('Page 100%', { into: 'middle', document: { markdown: 'Deep.\n' } }),
    ]);
    const deep = changes[2].page.id;
    const path = 'größe/日本語-ガイド/page-100';
    const { body } = await content.as(admin).get(`${main}/content/page/${deep}`, { expect: 200 });
    expect(body.path).to.equal(path);
    for (const written of [encodeURI(path), encodeURIComponent(path), `/${encodeURI(path)}/`]) {
      const found = await content.as(admin).get(`${main}/content/path/${written}`, { expect: 200 });
      expect(found.body, written).to.deep.equal(body);
    }
    const query = { format: 'markdown' };
    const text = await content.as(admin).get(`${main}/content/path/${encodeURI(path)}`, { query, expect: 200 });
    expect(text.body.markdown).to.equal('Deep.\n');
    for (const unknown of ['nope', `${encodeURI(path)}/nope`, 'gr%C3%B6%C3%9Fe%2Fnope', 'constructor', '..', '%2F'])
      await content.as(admin).get(`${main}/content/path/${unknown}`, { expect: 404 });
    await content.as(admin).get(`${main}/content/path/%E0%A4%A`, { expect: 400 });
    await content.as(admin).get(`${main}/content/path/${'a'.repeat(4097)}`, { expect: 400 });
  });

  it('getRevisionById and its pages stay as they were, whatever happens to main', async () => {
    const { admin, spaceId, ids } = await make.written();
    const main = `/v1/spaces/${spaceId}`;
    const before = (await content.as(admin).get(`${main}/content`, { expect: 200 })).body;
    await make.edit(admin, main, [
      { operation: 'update_page', page: ids.Home, title: 'Changed', document: { markdown: 'Changed.\n' } },
      page('Another'),
    ]);
    await make.edit(admin, main, [{ operation: 'delete_page', page: ids.Home }]);
    const then = (await content.as(admin).get(`${main}/revisions/${before.id}`, { expect: 200 })).body;
    expect(then).to.deep.equal(before);
    const pages = await content.as(admin).get(`${main}/revisions/${before.id}/pages`, { expect: 200 });
    expect(pages.body.pages).to.deep.equal(before.pages);
    const query = { format: 'markdown' };
    const one = await content.as(admin).get(`${main}/revisions/${before.id}/page/${ids.Home}`, { query, expect: 200 });
    expect(one.body.markdown).to.equal('# Home\n\nWelcome.\n');
    await content.as(admin).get(`${main}/content/page/${ids.Home}`, { expect: 404 });
  });

  it('listSpaceRevisions shows main’s history, newest first, with its authors and what was merged', async () => {
    const { admin, member, spaceId } = await make.written();
    const main = `/v1/spaces/${spaceId}`;
    const editor = member('edit');
    const changeRequest = await make.changeRequest(editor, spaceId, [page('Proposed')]);
    await make.edit(editor, main, [page('Direct')]);
    await content.as(admin).post(`${changeRequest.path}/update`, undefined, { expect: 200 });
    await content.as(admin).post(`${changeRequest.path}/merge`, undefined, { expect: 200 });
    const { body } = await content.as(admin).get(`${main}/revisions`, { query: { limit: 2 }, expect: 200 });
    expect(body.count).to.equal(4);
    expect(body.items.map((item: { type: string }) => item.type)).to.deep.equal(['merge', 'edits']);
    expect(body.items.map((item: { createdBy: { id: string } }) => item.createdBy.id)).to.deep.equal([
      admin.userId,
      editor.userId,
    ]);
    expect(body.items[0].parents[0]).to.equal(body.items[1].id);
    const landed = (await content.as(admin).get(changeRequest.path, { expect: 200 })).body;
    expect(body.items.map((item: { mergedFrom?: object }) => item.mergedFrom)).to.deep.equal([landed, undefined]);
    const one = await content.as(admin).get(`${main}/revisions/${body.items[0].id}`, { expect: 200 });
    expect(one.body.mergedFrom).to.deep.equal(landed);
    const query = { limit: 2, page: body.next.page };
    const rest = await content.as(admin).get(`${main}/revisions`, { query, expect: 200 });
    expect(rest.body.items).to.have.length(2);
    expect(rest.body.next).to.equal(undefined);
    expect(rest.body.items.at(-1).parents).to.deep.equal([]);
  });

  it('what does not exist is a 404 of its kind, that of another space too', async () => {
    const { admin, spaceId, ids } = await make.written();
    const other = await make.written();
    const both = { ...admin, organizations: { ...admin.organizations, ...other.admin.organizations } };
    const main = `/v1/spaces/${spaceId}`;
    const theirs = (await content.as(both).get(`/v1/spaces/${other.spaceId}/content`, { expect: 200 })).body.id;
    const theirRequest = await make.changeRequest(both, other.spaceId);
    for (const [path, noun] of [
      ['/v1/spaces/nope/content', 'space'],
      ['/v1/spaces/constructor', 'space'],
      [`${main}/content/page/nope`, 'page'],
      [`${main}/content/page/constructor`, 'page'],
      [`${main}/content/page/__proto__`, 'page'],
      [`${main}/content/page/${other.ids.Home}`, 'page'],
      [`${main}/content/files/nope`, 'file'],
      [`${main}/revisions/nope`, 'revision'],
      [`${main}/revisions/${theirs}`, 'revision'],
      [`${main}/revisions/${theirs}/page/${other.ids.Home}`, 'revision'],
      [`${main}/change-requests/nope`, 'change request'],
      [`${main}/change-requests/7`, 'change request'],
      [`${main}/change-requests/${theirRequest.id}`, 'change request'],
      [`${main}/change-requests/${theirRequest.id}/content/page/${ids.Home}`, 'change request'],
      [`${main}/change-requests/nope/conflicts`, 'change request'],
    ]) {
      const { body } = await content.as(both).get(path!, { expect: 404 });
      expect(body.error.message, path).to.equal(`There is no such ${noun}.`);
    }
  });
});
