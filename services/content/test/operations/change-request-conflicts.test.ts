import type { Conflict } from '@quire/contract';
import { expect } from 'chai';
import { contentService } from '../content-service.js';
import { factories } from '../factories.js';

type Edit = (ids: Record<string, string>) => object[];

interface Case {
  what: string;
  /** The titles of the pages, each with the text `a` to `e` in five paragraphs. */
  pages: string[];
  /** The page that the conflict is about. */
  page: string;
  ours: Edit;
  theirs: Edit;
  conflict: Partial<Conflict>;
  /** The outline and the text of the page after the conflict was settled with either side, and merged. */
  afterOurs: { outline: string[]; text?: string };
  afterTheirs: { outline: string[]; text?: string };
}

const text = 'a\n\nb\n\nc\n\nd\n\ne\n';
const ourText = 'A\n\nb\n\nours\n\nd\n\ne\n';
const theirText = 'a\n\nb\n\ntheirs\n\nd\n\nE\n';
const change = (page: string | undefined, fields: object) => ({ operation: 'update_page', page, ...fields });
const rewrite = (page: string | undefined, markdown: string) => change(page, { document: { markdown } });
const remove = (page: string | undefined) => ({ operation: 'delete_page', page });
const below = (into: string | undefined, title: string) => ({
  operation: 'insert_page',
  title,
  into,
  document: { markdown: '' },
});

const cases: readonly Case[] = [
  {
    what: 'a title that both changed (field)',
    pages: ['One'],
    page: 'One',
    ours: ({ One }) => [change(One, { title: 'Ours', emoji: '🐢' })],
    theirs: ({ One }) => [change(One, { title: 'Theirs', description: 'New' })],
    conflict: { kind: 'field', field: 'title', base: 'One', ours: 'Ours', theirs: 'Theirs' },
    afterOurs: { outline: ['Ours (one)'] },
    afterTheirs: { outline: ['Theirs (one)'] },
  },
  {
    what: 'a description that one changed and the other removed (field)',
    pages: ['One'],
    page: 'One',
    ours: ({ One }) => [change(One, { emoji: '🐢' })],
    theirs: ({ One }) => [change(One, { emoji: '🐇' })],
    conflict: { kind: 'field', field: 'emoji', base: null, ours: '🐢', theirs: '🐇' },
    afterOurs: { outline: ['One (one)'] },
    afterTheirs: { outline: ['One (one)'] },
  },
  {
    what: 'a slug that both changed (field)',
    pages: ['One'],
    page: 'One',
    ours: ({ One }) => [change(One, { slug: 'ours' })],
    theirs: ({ One }) => [change(One, { slug: 'theirs' })],
    conflict: { kind: 'field', field: 'slug', base: 'one', ours: 'ours', theirs: 'theirs' },
    afterOurs: { outline: ['One (ours)'] },
    afterTheirs: { outline: ['One (theirs)'] },
  },
  {
    what: 'a paragraph that both rewrote (document)',
    pages: ['One'],
    page: 'One',
    ours: ({ One }) => [rewrite(One, ourText)],
    theirs: ({ One }) => [rewrite(One, theirText)],
    conflict: { kind: 'document', base: text },
    afterOurs: { outline: ['One (one)'], text: 'A\n\nb\n\nours\n\nd\n\nE\n' },
    afterTheirs: { outline: ['One (one)'], text: 'A\n\nb\n\ntheirs\n\nd\n\nE\n' },
  },
  {
    what: 'a page that ours changed and theirs deleted (deleted)',
    pages: ['One', 'Two'],
    page: 'One',
    ours: ({ One }) => [rewrite(One, 'ours\n')],
    theirs: ({ One }) => [remove(One)],
    conflict: {
      kind: 'deleted',
      base: { title: 'One', slug: 'one' },
      ours: { title: 'One', slug: 'one' },
      theirs: null,
    },
    afterOurs: { outline: ['One (one)', 'Two (two)'], text: 'ours\n' },
    afterTheirs: { outline: ['Two (two)'] },
  },
  {
    what: 'a page that ours deleted and theirs changed (deleted)',
    pages: ['One', 'Two', 'Three'],
    page: 'Two',
    ours: ({ Two }) => [remove(Two)],
    theirs: ({ Two }) => [rewrite(Two, 'theirs\n')],
    conflict: {
      kind: 'deleted',
      base: { title: 'Two', slug: 'two' },
      ours: null,
      theirs: { title: 'Two', slug: 'two' },
    },
    afterOurs: { outline: ['One (one)', 'Three (three)'] },
    afterTheirs: { outline: ['One (one)', 'Two (two)', 'Three (three)'], text: 'theirs\n' },
  },
  {
    what: 'a page that ours deleted and theirs put a page below (deleted)',
    pages: ['One', 'Two'],
    page: 'One',
    ours: ({ One }) => [remove(One)],
    theirs: ({ One }) => [below(One, 'Child')],
    conflict: { kind: 'deleted', ours: null },
    afterOurs: { outline: ['Two (two)'] },
    afterTheirs: { outline: ['One (one)', '  Child (child)', 'Two (two)'], text },
  },
  {
    what: 'a page that was moved to two places (moved)',
    pages: ['One', 'Two', 'Three'],
    page: 'One',
    ours: ({ One, Two }) => [change(One, { into: Two })],
    theirs: ({ One, Three }) => [change(One, { into: Three })],
    conflict: { kind: 'moved', base: null },
    afterOurs: { outline: ['Two (two)', '  One (one)', 'Three (three)'], text },
    afterTheirs: { outline: ['Two (two)', 'Three (three)', '  One (one)'], text },
  },
  {
    what: 'two pages that were moved below each other (moved: a cycle)',
    pages: ['One', 'Two'],
    page: 'Two',
    ours: ({ One, Two }) => [change(One, { into: Two })],
    theirs: ({ One, Two }) => [change(Two, { into: One })],
    conflict: { kind: 'moved', base: null, ours: null },
    afterOurs: { outline: ['Two (two)', '  One (one)'], text },
    afterTheirs: { outline: [] },
  },
];

const titles = cases[0]!;
const documents = cases[3]!;

describe('conflicts between a change request and main', () => {
  const content = contentService();
  const make = factories(content);

  async function contradiction({ pages, ours, theirs }: Pick<Case, 'pages' | 'ours' | 'theirs'>) {
    const { spaceId, admin, ids } = await make.written(Object.fromEntries(pages.map((title) => [title, text])));
    const main = `/v1/spaces/${spaceId}`;
    const { path } = await make.changeRequest(admin, spaceId, ours(ids));
    await make.edit(admin, main, theirs(ids));
    const client = content.as(admin);
    const conflicts = async () => (await client.get(`${path}/conflicts`, { expect: 200 })).body.items as Conflict[];
    const resolve = (conflict: Conflict, body: object, expected = 200) =>
      client.post(`${path}/conflicts/${conflict.id}/resolve`, body, { expect: expected });
    const act = async (action: 'update' | 'merge') =>
      (await client.post(`${path}/${action}`, undefined, { expect: 200 })).body;
    return { main, path, admin, ids, client, conflicts, resolve, act };
  }

  for (const row of cases) {
    it(`mergeChangeRequest changes nothing and says so: ${row.what}`, async () => {
      const { main, path, ids, client, conflicts, act } = await contradiction(row);
      const before = [(await client.get(main)).body, (await client.get(path)).body];
      const [found, ...more] = await conflicts();
      expect(more).to.deep.equal([]);
      expect(found).to.deep.include({ object: 'conflict', page: ids[row.page], resolved: false, ...row.conflict });
      const merged = await act('merge');
      expect(merged).to.deep.equal({ revision: before[1].revision, result: 'conflicts' });
      expect([(await client.get(main)).body, (await client.get(path)).body]).to.deep.equal(before);
      expect((await client.get(`${main}/revisions`)).body.count).to.equal(3);

      const updated = await act('update');
      expect(updated.result).to.equal('conflicts');
      expect(await conflicts(), 'the same conflicts under the same ids').to.deep.equal([found]);
      expect(await act('merge')).to.deep.equal({ revision: updated.revision, result: 'conflicts' });
    });

    for (const side of ['ours', 'theirs'] as const) {
      const after = side === 'ours' ? row.afterOurs : row.afterTheirs;
      if (side === 'theirs' && row.conflict.kind === 'moved' && row.what.includes('cycle')) continue;
      for (const order of ['after an update', 'without one'] as const) {
        it(`resolveChangeRequestConflict with ${side} ${order}: ${row.what}`, async () => {
          const { main, path, admin, ids, conflicts, resolve, act } = await contradiction(row);
          if (order === 'after an update') await act('update');
          const [conflict] = await conflicts();
          const { body } = await resolve(conflict!, { resolution: side });
          expect(body).to.deep.equal({ ...conflict, resolved: true });
          expect(await conflicts()).to.deep.equal([body]);
          expect((await act('update')).result).to.equal('update');
          expect((await act('merge')).result).to.equal('merge');
          expect(await make.outline(admin, main)).to.deep.equal(after.outline);
          expect(await make.outline(admin, path)).to.deep.equal(after.outline);
          if (after.text !== undefined) expect(await make.markdown(admin, main, ids[row.page]!)).to.equal(after.text);
        });
      }
    }
  }

  it('updateChangeRequest brings in everything else and keeps our side where both contradict each other', async () => {
    const { path, admin, ids, conflicts, act, client } = await contradiction({
      pages: ['One', 'Two'],
      ours: ({ One }) => [rewrite(One, ourText), change(One, { title: 'Ours' })],
      theirs: ({ One, Two }) => [
        rewrite(One, theirText),
        change(One, { title: 'Theirs', emoji: '🐇' }),
        rewrite(Two, 'Theirs alone.\n'),
      ],
    });
    await act('update');
    expect((await conflicts()).map(({ kind }) => kind).sort()).to.deep.equal(['document', 'field']);
    expect(await make.markdown(admin, path, ids.Two!)).to.equal('Theirs alone.\n');
    expect(await make.markdown(admin, path, ids.One!)).to.equal('A\n\nb\n\nours\n\nd\n\nE\n');
    const { body } = await client.get(`${path}/content/page/${ids.One}`, { expect: 200 });
    expect(body).to.deep.include({ title: 'Ours', emoji: '🐇' });
  });

  it('resolveChangeRequestConflict takes a text of one’s own for a document, byte for byte', async () => {
    const { main, admin, ids, conflicts, resolve, act } = await contradiction(documents);
    const [conflict] = await conflicts();
    const markdown = 'Both.\r\n';
    await resolve(conflict!, { resolution: 'document', document: { markdown } });
    expect((await act('merge')).result).to.equal('merge');
    expect(await make.markdown(admin, main, ids.One!)).to.equal(markdown);
  });

  it('merge stays blocked until every conflict is settled', async () => {
    const { conflicts, resolve, act } = await contradiction({
      pages: ['One', 'Two', 'Three'],
      ours: (ids) => Object.values(ids).map((page) => change(page, { title: 'Ours' })),
      theirs: (ids) => Object.values(ids).map((page) => change(page, { title: 'Theirs' })),
    });
    await act('update');
    const found = await conflicts();
    expect(found).to.have.length(3);
    for (const conflict of found) {
      expect((await act('merge')).result).to.equal('conflicts');
      await resolve(conflict, { resolution: 'theirs' });
    }
    expect((await act('merge')).result).to.equal('merge');
  });

  it('a conflict is settled once: the second answer is refused and changes nothing', async () => {
    const { path, admin, conflicts, resolve, act } = await contradiction(titles);
    await act('update');
    const [conflict] = await conflicts();
    const answers = await Promise.all(
      ['ours', 'theirs'].map((resolution) =>
        content.as(admin).post(`${path}/conflicts/${conflict!.id}/resolve`, { resolution }),
      ),
    );
    expect(answers.map(({ status }) => status)).to.have.members([200, 409]);
    const outline = await make.outline(admin, path);
    await resolve(conflict!, { resolution: 'ours' }, 409);
    await resolve(conflict!, { resolution: 'theirs' }, 409);
    expect(await make.outline(admin, path)).to.deep.equal(outline);
  });

  it('a conflict that was settled arises anew when main changes the same thing again', async () => {
    const { main, admin, ids, conflicts, resolve, act } = await contradiction(titles);
    await act('update');
    await resolve((await conflicts())[0]!, { resolution: 'ours' });
    await make.edit(admin, main, [change(ids.One, { title: 'Theirs again' })]);
    expect((await act('merge')).result).to.equal('conflicts');
    const [again] = await conflicts();
    expect(again).to.deep.include({ base: 'Theirs', ours: 'Ours', theirs: 'Theirs again', resolved: false });
    await resolve(again!, { resolution: 'theirs' });
    expect((await act('merge')).result).to.equal('merge');
    expect(await make.outline(admin, main)).to.deep.equal(['Theirs again (one)']);
  });

  it('a conflict goes away when the change request comes to agree with main', async () => {
    const { main, path, admin, ids, conflicts, act } = await contradiction(titles);
    await make.edit(admin, path, [change(ids.One, { title: 'Theirs' })]);
    expect(await conflicts()).to.deep.equal([]);
    expect((await act('merge')).result).to.equal('merge');
    expect(await make.outline(admin, main)).to.deep.equal(['Theirs (one)']);
  });

  it('resolveChangeRequestConflict refuses what makes no sense', async () => {
    const { path, client, conflicts, resolve } = await contradiction(titles);
    const [conflict] = await conflicts();
    for (const [body, field] of [
      [{ resolution: 'mine' }, 'body.resolution'],
      [{}, 'body.resolution'],
      [{ resolution: 'document' }, 'body.document'],
      [{ resolution: 'document', document: { markdown: 'a\0b' } }, 'body.document.markdown'],
      [{ resolution: 'document', document: { markdown: 'Text.\n' } }, 'body.resolution'],
    ] as const) {
      const answer = await resolve(conflict!, body, 400);
      expect(answer.body.error.details.map((detail: { path: string }) => detail.path)).to.deep.equal([field]);
    }
    await client.post(`${path}/conflicts/nope/resolve`, { resolution: 'ours' }, { expect: 404 });
    const before = (await client.get(path)).body;
    expect(before.outdated, 'a refused resolution brings nothing in').to.equal(true);
  });

  it('refuses a text of more than 1 MiB as a resolution', async () => {
    const { conflicts, resolve, client, path } = await contradiction(documents);
    const [conflict] = await conflicts();
    const markdown = 'a'.repeat(1024 * 1024 + 1);
    const answer = await client.post(`${path}/conflicts/${conflict!.id}/resolve`, {
      resolution: 'document',
      document: { markdown },
    });
    expect(answer.status).to.be.oneOf([400, 413]);
    await resolve(conflict!, { resolution: 'document', document: { markdown: 'Short.\n' } });
  });

  it('listChangeRequestConflicts goes page by page, whether they are recorded or only foreseen', async () => {
    const pages = Array.from({ length: 7 }, (_, index) => `Page ${index}`);
    const { path, client, act } = await contradiction({
      pages,
      ours: (ids) => Object.values(ids).map((page) => change(page, { title: 'Ours' })),
      theirs: (ids) => Object.values(ids).map((page) => change(page, { title: 'Theirs' })),
    });
    const listed = async () => {
      const ids: string[] = [];
      for (let page: string | undefined, first = true; first || page !== undefined; first = false) {
        const { body } = await client.get(`${path}/conflicts`, { query: { limit: 3, page }, expect: 200 });
        expect(body.count).to.equal(7);
        ids.push(...body.items.map(({ id }: Conflict) => id));
        page = body.next?.page;
      }
      return ids;
    };
    const foreseen = await listed();
    expect(new Set(foreseen).size).to.equal(7);
    await act('update');
    expect(await listed()).to.deep.equal(foreseen);
  });
});
