import type { ContentLocation, LinkList, Page } from '@quire/contract';
import { type Principal, type Tx, transaction } from '@quire/runtime';
import { expect } from 'chai';
import fc from 'fast-check';
import { allEntries, diffMaps, emptyMap } from '../src/domain/merkle/merkle-map.js';
import { type PageRecord, type References, rootPage } from '../src/domain/pages/page-record.js';
import { indexMain } from '../src/domain/search/index-main.js';
import { type ContentReader, ContentStore } from '../src/domain/store/content-store.js';
import { analyse } from '../src/markdown/parse.js';
import { contentService } from './content-service.js';
import { factories } from './factories.js';

/** Numbers stand for pages: the n-th of those that exist, counted around. */
type Change =
  | { kind: 'insert'; into: number; at: number; title: string; text: string }
  | { kind: 'update'; page: number; title: string; text: string; noIndex: boolean }
  | { kind: 'move'; page: number; into: number; at: number }
  | { kind: 'delete'; page: number }
  | { kind: 'revert'; page: number; revision: number };
type Step =
  | { kind: 'edit'; where: 'main' | 'request'; changes: Change[] }
  | { kind: 'update' | 'merge' | 'resolve'; side: 'ours' | 'theirs' };

const number = fc.nat({ max: 30 });
const at = fc.nat({ max: 3 });
const title = fc.constantFrom('One', 'Two', 'one', 'Größe', '日本', '-');
const text = fc.constantFrom(
  '',
  'alpha\n',
  '# Heading\n\nalpha beta\n',
  'alpha\n\n## Part\n\ngamma\n',
  '[l](one.md)\n',
  '[l](two.md#part) [l](two.md#heading) [m](three.md) [n](#part)\n\n## Part\n\n[l](one.md)\n',
);
const anyChange: fc.Arbitrary<Change> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('insert' as const), into: number, at, title, text }) },
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('update' as const), page: number, title, text, noIndex: fc.boolean() }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), page: number, into: number, at }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), page: number }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('revert' as const), page: number, revision: number }) },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('edit' as const),
      where: fc.constantFrom('main' as const, 'request' as const),
      changes: fc.array(anyChange, { minLength: 1, maxLength: 6 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('update' as const, 'merge' as const, 'resolve' as const),
      side: fc.constantFrom('ours' as const, 'theirs' as const),
    }),
  },
);

describe('whatever is edited and merged', () => {
  const content = contentService();
  const make = factories(content);

  /** Plays steps on a new space and calls `check` after each. */
  async function play(
    steps: readonly Step[],
    check: (spaceId: string, admin: Principal) => Promise<void>,
  ): Promise<void> {
    const { spaceId, admin } = await make.written({ One: 'alpha\n', Two: 'beta\n' });
    const main = `/v1/spaces/${spaceId}`;
    const client = content.as(admin);
    let request = await make.changeRequest(admin, spaceId);
    const seen: string[] = [(await client.get(main)).body.revision];

    for (const each of steps) {
      const path = each.kind === 'edit' && each.where === 'main' ? main : request.path;
      if (each.kind === 'edit') {
        const { body } = await client.get(`${path}/content/pages`, { expect: 200 });
        const changes = each.changes.map((one) => changeOf(one, idsOf(body.pages), seen));
        const answer = await client.post(`${path}/content`, { changes }, { query: { compat: false } });
        expect(answer.status, JSON.stringify(answer.body)).to.be.oneOf([200, 400, 409]);
        if (answer.status === 200) seen.push(answer.body.revision ?? answer.body.changeRequest.revision);
      } else if (each.kind === 'resolve') {
        const { body } = await client.get(`${path}/conflicts`, { expect: 200 });
        for (const conflict of body.items.filter(({ resolved }: { resolved: boolean }) => !resolved)) {
          const answer = await client.post(`${path}/conflicts/${conflict.id}/resolve`, { resolution: each.side });
          expect(answer.status, JSON.stringify(answer.body)).to.be.oneOf([200, 409]);
        }
      } else {
        const { body } = await client.post(`${path}/${each.kind}`, undefined, { expect: 200 });
        if (body.result === 'merge') {
          expect((await client.get(main)).body.revision).to.equal(body.revision);
          request = await make.changeRequest(admin, spaceId);
        }
      }
      await check(spaceId, admin);
    }
  }

  async function rootsOf(spaceId: string): Promise<{ id: string; pages: string }[]> {
    const { rows } = await content.db.raw(
      `SELECT id, pages FROM revisions WHERE id IN (
         SELECT revision_id FROM spaces WHERE id = ? UNION SELECT revision_id FROM change_requests WHERE space_id = ?)`,
      [spaceId, spaceId],
    );
    return rows;
  }

  it('the tree of pages stays whole: each page has one place, no cycle, and a path of its own', async () => {
    const check = async (spaceId: string) => {
      const reader = new ContentStore().reader(content.db);
      for (const { pages } of await rootsOf(spaceId)) expectWhole(new Map(await allEntries<PageRecord>(reader, pages)));
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), (steps) => play(steps, check)),
      { numRuns: 25 },
    );
  });

  it('links are what reading every page anew would find, on main and in change requests', async () => {
    const check = async (spaceId: string, admin: Principal) => {
      const client = content.as(admin);
      const reader = new ContentStore().reader(content.db);
      const { body: requests } = await client.get(`/v1/spaces/${spaceId}/change-requests?status=draft`, {
        expect: 200,
      });
      const paths = ['', ...requests.items.map(({ id }: { id: string }) => `/change-requests/${id}`)];
      for (const path of paths) {
        const { body: revision } = await client.get(`/v1/spaces/${spaceId}${path}/content`, { expect: 200 });
        const { pages } = await content.db('revisions').where({ id: revision.id }).first('pages');
        const expected = await linksIn(new Map(await allEntries<PageRecord>(reader, pages)), reader);
        const { body } = await client.get(`/v1/spaces/${spaceId}${path}/links?limit=1000`, { expect: 200 });
        expect(linesOf(body), path).to.deep.equal(expected);
        const kept = (body as LinkList).stats.broken.changeRequest;
        expect(kept === undefined, 'only change requests break something').to.equal(path === '');
      }
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), (steps) => play(steps, check)),
      { numRuns: 15 },
    );
  });

  it('the search index is what building it anew would make', async () => {
    const indexed = async (tx: Tx, spaceId: string) => {
      const pages = await tx('main_pages')
        .where({ space_id: spaceId })
        .orderBy('page_id')
        .select('page_id', 'page_key');
      const { rows: sections } = await tx.raw(
        `SELECT page_key, ordinal, anchor, heading, body, vector::text FROM sections
         WHERE page_key = ANY (?) ORDER BY page_key, ordinal`,
        [pages.map(({ page_key }: { page_key: string }) => page_key)],
      );
      return { pages, sections };
    };
    const check = async (spaceId: string) => {
      const { revision_id } = await content.db('spaces').where({ id: spaceId }).first('revision_id');
      const { pages } = await content.db('revisions').where({ id: revision_id }).first('pages');
      const undo = new Error('undo');
      await transaction(content.db, async (tx) => {
        const kept = await indexed(tx, spaceId);
        await tx('main_pages').where({ space_id: spaceId }).delete();
        await tx('sections').delete();
        const reader = new ContentStore().reader(tx);
        await indexMain(tx, reader, spaceId, await diffMaps(reader, emptyMap, pages));
        expect(kept).to.deep.equal(await indexed(tx, spaceId));
        throw undo;
      }).catch((error: unknown) => {
        if (error !== undo) throw error;
      });
    };
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), (steps) => play(steps, check)),
      { numRuns: 15 },
    );
  });
});

/** Every link in these pages, followed one by one: from where, whether it works, and to what. */
async function linksIn(pages: ReadonlyMap<string, PageRecord>, reader: ContentReader): Promise<string[]> {
  const textOf = async ({ document }: PageRecord) =>
    analyse(document === undefined ? '' : await reader.markdown(document));
  const found = new Set<string>();
  for (const [id, page] of pages) {
    const references = page.references === undefined ? {} : ((await reader.load(page.references)) as References);
    for (const { destination } of (await textOf(page)).links) {
      const reference = Object.hasOwn(references, destination) ? references[destination] : undefined;
      const isOwn = destination.startsWith('#');
      const to = reference?.kind === 'page' ? reference.page : isOwn ? id : undefined;
      const anchor = reference?.kind === 'page' ? reference.anchor : isOwn ? destination.slice(1) : undefined;
      const target = to === undefined ? undefined : pages.get(to);
      const works = target && (anchor === undefined || (await textOf(target)).anchors.includes(anchor));
      found.add(`${id} ${works ? 'ok' : 'broken'} ${target ? `${to}#${anchor ?? ''}` : 'nowhere'}`);
    }
  }
  return [...found].sort();
}

/** What a list of links says of the same. */
function linesOf({ items }: LinkList): string[] {
  const nameOf = (place: ContentLocation | undefined) => {
    if (place?.kind !== 'page') return 'nowhere';
    const anchor = place.internalLocation?.type === 'anchor' ? place.internalLocation.anchor : '';
    return `${place.page.id}#${anchor}`;
  };
  const lines = items.flatMap(({ status, targetReference, locationReferences }) =>
    locationReferences.map((place) => `${nameOf(place).replace('#', '')} ${status} ${nameOf(targetReference)}`),
  );
  return [...new Set(lines)].sort();
}

function changeOf(change: Change, ids: readonly string[], revisions: readonly string[]): object {
  const id = (index: number) => ids[index % ids.length] ?? 'none';
  const into = (index: number) => (index % 4 === 0 ? null : id(index));
  switch (change.kind) {
    case 'insert':
      return {
        operation: 'insert_page',
        title: change.title,
        document: { markdown: change.text },
        into: into(change.into),
        ...(change.at < 2 ? { at: change.at } : {}),
      };
    case 'update':
      return {
        operation: 'update_page',
        page: id(change.page),
        title: change.title,
        document: { markdown: change.text },
        noIndex: change.noIndex,
      };
    case 'move':
      return {
        operation: 'update_page',
        page: id(change.page),
        into: into(change.into),
        ...(change.at < 2 ? { at: change.at } : {}),
      };
    case 'delete':
      return { operation: 'delete_page', page: id(change.page) };
    case 'revert':
      return {
        operation: 'revert_page',
        page: id(change.page),
        revision: revisions[change.revision % revisions.length],
      };
  }
}

const idsOf = (pages: readonly Page[]): string[] =>
  pages.flatMap((page) => [page.id, ...('pages' in page ? idsOf(page.pages) : [])]);

function expectWhole(pages: ReadonlyMap<string, PageRecord>): void {
  const reached = new Set<string>();
  const visit = (id: string): void => {
    const children = pages.get(id)?.children ?? [];
    const slugs = children.map((child) => pages.get(child)?.slug);
    expect(new Set(slugs).size, `slugs below ${id}: ${slugs.join(', ')}`).to.equal(children.length);
    for (const child of children) {
      expect(reached.has(child), `${child} stands twice`).to.equal(false);
      expect(pages.get(child)?.parent, `parent of ${child}`).to.equal(id);
      reached.add(child);
      visit(child);
    }
  };
  visit(rootPage);
  expect(
    [...pages.keys()].filter((id) => id !== rootPage && !reached.has(id)),
    'pages without a place',
  ).to.deep.equal([]);
}
