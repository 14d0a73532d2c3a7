import type { SearchPageResult, SearchSpaceResult } from '@quire/contract';
import type { Principal } from '@quire/runtime';
import { expect } from 'chai';
import { contentService, principalOf, publicUrl } from '../content-service.js';
import { factories } from '../factories.js';

describe('search', () => {
  const content = contentService();
  const make = factories(content);

  async function written(pages: Record<string, string>) {
    const made = await make.written(pages);
    const main = `/v1/spaces/${made.spaceId}`;
    const client = content.as(made.admin);
    const search = async (query: string, more: object = {}) =>
      (await client.get(`${main}/search`, { query: { query, ...more }, expect: 200 })).body;
    const titles = async (query: string): Promise<string[]> =>
      (await search(query)).items.map(({ title }: SearchPageResult) => title);
    return { ...made, main, client, search, titles };
  }

  it('searchSpaceContent finds sections, with where they are and a piece of their text', async () => {
    const { search, ids, spaceId } = await written({
      Guide: '# Guide\n\nIntroduction.\n\n## Install it\n\nRun the installer.\n\n## Remove it\n\nDelete the folder.\n',
      Other: 'Nothing here.\n',
    });
    const app = `${publicUrl}/app/space/${spaceId}?page=${ids.Guide}`;
    expect(await search('installer')).to.deep.equal({
      items: [
        {
          id: ids.Guide,
          title: 'Guide',
          path: 'guide',
          sections: [
            {
              id: 'install-it',
              title: 'Install it',
              path: 'guide#install-it',
              body: 'Run the installer.',
              urls: { app },
            },
          ],
          urls: { app },
        },
      ],
      count: 1,
    });
  });

  it('a word in the title counts more than one in a heading, and that more than one in the text', async () => {
    const { titles } = await written({
      'In text': 'Here is a walrus, and much more about other things.\n',
      'In heading': '## The walrus\n\nText.\n',
      Walrus: 'Text.\n',
    });
    expect(await titles('walrus')).to.deep.equal(['Walrus', 'In heading', 'In text']);
  });

  for (const [what, text, queries, misses] of [
    [
      'the beginning of the last word',
      'An authentication flow.',
      ['authen', 'an authen', 'flow auth'],
      ['thentication', 'authen flow'],
    ],
    [
      'another form of the word',
      'Configuring the connected servers.',
      ['configure', 'connection server', 'configuration'],
      ['confide'],
    ],
    [
      'words without their accents, in any case',
      'Le café à Zürich, ĽUBOŠ.',
      ['cafe', 'CAFÉ', 'zurich', 'lubos', 'cafe\u0301'],
      ['caffe'],
    ],
    ['words of Chinese', '数据库迁移指南', ['数据库', '迁移', '指南'], ['火车']],
    ['words of Japanese', 'データベースの移行ガイド', ['データベース', '移行'], ['電車']],
    ['words of Korean', '데이터베이스 마이그레이션', ['데이터', '마이그레이션'], ['기차']],
    ['words of Thai', 'คู่มือการติดตั้งฐานข้อมูล', ['ติดตั้ง', 'ฐานข้อมูล'], ['รถไฟ']],
    ['words of Hindi', 'डेटाबेस स्थापना मार्गदर्शिका', ['स्थापना', 'मार्गदर्शिका'], ['रेलगाड़ी', 'स्थापनी']],
    ['words of Arabic without their vowel marks', 'كِتَاب ﷺ', ['كتاب', 'كِتَاب', 'ﷺ'], ['قطار']],
    ['full-width letters', 'ＡＰＩ　ｋｅｙ', ['api', 'key'], []],
    [
      'names of code',
      'Call `createSpaceById` with snake_case_name and v1.2.3',
      ['createSpaceById', 'snake_case', 'v1.2'],
      [],
    ],
    ['all words, not just some', 'red green', ['red green', 'green red'], ['red blue']],
  ] as const) {
    it(`finds ${what}`, async () => {
      const { titles } = await written({ Page: `${text}\n` });
      for (const query of queries) expect(await titles(query), query).to.deep.equal(['Page']);
      for (const query of misses) expect(await titles(query), query).to.deep.equal([]);
    });
  }

  it('what means something to the database means nothing in a query', async () => {
    const { search, titles } = await written({ Page: "It's a & b | !c (d) <-> e:* 'f' \\ % _ ? $1 :x\n" });
    for (const query of [
      "'",
      '"',
      '&',
      '|',
      '!',
      '(',
      ')',
      '<->',
      ':*',
      '\\',
      '%',
      '_',
      '?',
      '$1 ?',
      '\u2028',
      '…',
      '🚀',
      '! & |',
    ])
      expect((await search(query)).items, query).to.have.length(query.includes('1') ? 1 : 0);
    for (const query of ['a & b', "it's", 'a:*', '!c', "b'); DROP TABLE sections; --", ':x', 'e <-> f'])
      expect((await titles(query)).length, query).to.equal(query.includes('DROP') ? 0 : 1);
    expect(await search('...')).to.deep.equal({ items: [], count: 0 });
  });

  it('takes a query of 1 to 512 characters', async () => {
    const { client, main, search } = await written({ Page: 'Text.\n' });
    await search('é'.repeat(512));
    await search('a '.repeat(256));
    for (const query of ['', 'a'.repeat(513), 'a\0b', '\ud800'])
      await client.get(`${main}/search?query=${query === '\ud800' ? '%ED%A0%80%00' : encodeURIComponent(query)}`, {
        expect: 400,
      });
    await client.get(`${main}/search`, { expect: 400 });
    await client.get(`${main}/search?query=a&query=b`, { expect: 400 });
    await client.get(`${main}/search`, { query: { query: 'a', limit: 1001 }, expect: 400 });
  });

  it('finds what a merge or an edit brought as soon as it has answered, and no draft', async () => {
    const { titles, admin, spaceId, main, client } = await written({ Page: 'Text.\n' });
    const insert = (title: string) => ({ operation: 'insert_page', title, document: { markdown: 'ocelot\n' } });
    const { path } = await make.changeRequest(admin, spaceId, [insert('Proposed')]);
    expect(await titles('ocelot')).to.deep.equal([]);
    await client.post(`${path}/merge`, undefined, { expect: 200 });
    expect(await titles('ocelot')).to.deep.equal(['Proposed']);
    await make.edit(admin, main, [insert('Direct')]);
    expect((await titles('ocelot')).sort()).to.deep.equal(['Direct', 'Proposed']);
  });

  it('follows a page that is renamed, moved, rewritten, hidden from search or deleted', async () => {
    const { search, titles, admin, main, ids } = await written({ Page: 'ocelot\n', Shelf: '' });
    const edit = (fields: object) => make.edit(admin, main, [{ operation: 'update_page', page: ids.Page, ...fields }]);
    await edit({ into: ids.Shelf, slug: 'new' });
    expect((await search('ocelot')).items[0].path).to.equal('shelf/new');
    await edit({ title: 'Renamed' });
    expect(await titles('ocelot')).to.deep.equal(['Renamed']);
    expect(await titles('page')).to.deep.equal([]);
    await edit({ noIndex: true });
    expect(await titles('ocelot')).to.deep.equal([]);
    await edit({ noIndex: false, document: { markdown: 'margay\n' } });
    expect([await titles('ocelot'), await titles('margay')]).to.deep.equal([[], ['Renamed']]);
    await make.edit(admin, main, [{ operation: 'delete_page', page: ids.Shelf }]);
    expect([await titles('margay'), await titles('shelf')]).to.deep.equal([[], []]);
  });

  it('pages without a text are found by their title, groups and links are not', async () => {
    const { admin, main, titles } = await written({ Ocelot: '' });
    await make.edit(admin, main, [
      { operation: 'insert_page', type: 'group', title: 'Ocelot group' },
      { operation: 'insert_page', type: 'link', title: 'Ocelot link', target: { kind: 'url', url: 'https://a.b' } },
    ]);
    expect(await titles('ocelot')).to.deep.equal(['Ocelot']);
  });

  it('shows a long text around the word that was found', async () => {
    const filler = 'lorem ipsum dolor sit amet '.repeat(100);
    const { search } = await written({ Page: `${filler}ocelot ${filler}\n` });
    const { body } = (await search('ocelot')).items[0].sections[0];
    expect(body).to.match(/^… .*\bocelot\b.* …$/);
    expect(body.length).to.be.within(150, 260);
  });

  it('goes page by page, best first, without repeating or skipping', async () => {
    const pages = Object.fromEntries(
      Array.from({ length: 23 }, (_, index) => [
        `Page ${index}`,
        `${'ocelot '.repeat(1 + (index % 5))}${'x '.repeat(index)}\n`,
      ]),
    );
    const { search } = await written(pages);
    const all = (await search('ocelot')).items.map(({ id }: SearchPageResult) => id);
    expect(new Set(all).size).to.equal(23);
    for (const limit of [1, 4, 22, 23]) {
      const listed: string[] = [];
      for (let page: string | undefined, first = true; first || page !== undefined; first = false) {
        const body = await search('ocelot', page === undefined ? { limit } : { limit, page });
        expect(body.count).to.equal(23);
        listed.push(...body.items.map(({ id }: SearchPageResult) => id));
        page = body.next?.page;
      }
      expect(listed, `limit ${limit}`).to.deep.equal(all);
    }
  });

  it('of a word that stands everywhere in a large space, pages with it in title or heading come first', async function () {
    this.timeout(120_000);
    const { spaceId, admin } = await make.written();
    const main = `/v1/spaces/${spaceId}`;
    const sections = Array.from({ length: 4 }, (_, index) => `## Part ${index}\n\nubiquitous\n`).join('\n');
    const insertion = (title: string) => ({
      operation: 'insert_page',
      title,
      document: { markdown: `ubiquitous\n\n${sections}` },
    });
    for (let batch = 0; batch < 12; batch += 1)
      await make.edit(
        admin,
        main,
        Array.from({ length: 50 }, (_, index) => insertion(`Page ${batch * 50 + index}`)),
      );
    await make.edit(admin, main, [
      insertion('Ubiquitous ubiquitous'),
      { operation: 'insert_page', title: 'Last', document: { markdown: '# Last\n\n## The ubiquitous\n\nThing\n' } },
    ]);
    const titles: string[] = [];
    let counted = 0;
    for (let page: string | undefined, isMore = true; isMore; isMore = page !== undefined) {
      const query = { query: 'ubiquitous', limit: 100, ...(page === undefined ? {} : { page }) };
      const { body } = await content.as(admin).get(`${main}/search`, { query, expect: 200 });
      titles.push(...body.items.map(({ title }: { title: string }) => title));
      counted = body.count;
      page = body.next?.page;
    }
    expect(titles.slice(0, 2)).to.deep.equal(['Ubiquitous ubiquitous', 'Last']);
    expect(new Set(titles).size, 'none twice').to.equal(titles.length);
    expect(titles).to.have.length(counted);
    expect(counted).to.be.within(300, 500);
  });

  it('a cursor of another list is refused', async () => {
    const { client, main, organizationId, admin } = await written({ A: 'ocelot', B: 'ocelot' });
    await make.space(admin, organizationId);
    const spaces = await client.get(`/v1/orgs/${organizationId}/spaces`, { query: { limit: 1 }, expect: 200 });
    const found = await client.get(`${main}/search`, { query: { query: 'ocelot', limit: 1 }, expect: 200 });
    const wrong = { limit: 1, page: spaces.body.next.page };
    await client.get(`${main}/search`, { query: { query: 'ocelot', ...wrong }, expect: 400 });
    await client.get(`/v1/orgs/${organizationId}/spaces`, { query: { page: found.body.next.page }, expect: 400 });
  });

  it('searchOrganizationContent finds pages of all spaces that the caller may see, and of no other', async () => {
    const { id, admin, member } = make.organization();
    const shelf = await make.collection(admin, id);
    const spaces: Record<string, string> = {};
    for (const title of ['Open', 'Hidden', 'On the shelf'] as const) {
      const space = await make.space(admin, id, { title, ...(title === 'On the shelf' ? { parent: shelf.id } : {}) });
      spaces[title] = space.id;
      await make.edit(admin, `/v1/spaces/${space.id}`, [
        { operation: 'insert_page', title: `In ${title}`, document: { markdown: 'ocelot\n' } },
      ]);
    }
    await make.written({ Elsewhere: 'ocelot\n' });
    const found = async (caller: Principal) => {
      const { body } = await content
        .as(caller)
        .get(`/v1/orgs/${id}/search`, { query: { query: 'ocelot' }, expect: 200 });
      const pages = body.items.flatMap((space: SearchSpaceResult) =>
        space.pages.map((page) => [space.title, page.title]),
      );
      expect(body.count).to.equal(pages.length);
      return pages.map(([space, page]: string[]) => `${space}: ${page}`).sort();
    };
    const hide = (path: string) => content.as(admin).patch(path, { defaultLevel: null }, { expect: 200 });
    await hide(`/v1/spaces/${spaces.Hidden}`);
    expect(await found(member('read'))).to.deep.equal(['On the shelf: In On the shelf', 'Open: In Open']);
    await hide(`/v1/collections/${shelf.id}`);
    expect(await found(member('create'))).to.deep.equal(['Open: In Open']);
    expect(await found(admin)).to.have.length(3);
    expect(await found(member(null))).to.deep.equal([]);
    await content.as(principalOf({})).get(`/v1/orgs/${id}/search`, { query: { query: 'ocelot' }, expect: 404 });
  });
});
