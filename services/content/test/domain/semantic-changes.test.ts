import type { SemanticChange } from '@quire/contract';
import { expect } from 'chai';
import fc from 'fast-check';
import { semanticChanges } from '../../src/domain/changes/semantic-changes.js';
import { allEntries, emptyMap } from '../../src/domain/merkle/merkle-map.js';
import { PageDraft } from '../../src/domain/pages/page-draft.js';
import { type PageRecord, rootPage } from '../../src/domain/pages/page-record.js';
import { PageTree } from '../../src/domain/pages/page-tree.js';
import { MemorySource } from './memory-source.js';

type Edit =
  | { kind: 'insert'; parent: number; at: number; value: number }
  | { kind: 'remove' | 'rename' | 'reslug' | 'write'; page: number; value: number }
  | { kind: 'move'; page: number; parent: number; at: number };

const index = fc.nat({ max: 11 });
const insert = fc.record({ kind: fc.constant('insert' as const), parent: index, at: index, value: fc.nat({ max: 3 }) });
const edit: fc.Arbitrary<Edit> = fc.oneof(
  insert,
  fc.record({
    kind: fc.constantFrom('remove' as const, 'rename' as const, 'reslug' as const, 'write' as const),
    page: index,
    value: fc.nat({ max: 3 }),
  }),
  { arbitrary: fc.record({ kind: fc.constant('move' as const), page: index, parent: index, at: index }), weight: 3 },
);

/** Applies edits to a page map; pages are picked by their position, so every edit means something on every tree. */
async function edited(source: MemorySource, root: string, list: readonly Edit[], side: string): Promise<string> {
  const draft = new PageDraft(source, root);
  const ids = [rootPage, ...new PageTree(await allEntries<PageRecord>(source, root)).ids()];
  const pick = (position: number) => ids[position % ids.length]!;
  for (const [serial, change] of list.entries()) {
    if (change.kind === 'insert') {
      const parent = pick(change.parent);
      const at = change.at % ((await draft.get(parent))!.children.length + 1);
      const id = `${side}${serial}`;
      const type = change.value === 0 ? ('group' as const) : ('document' as const);
      const page = { type, title: id, slug: `s${change.value}`, createdAt: '', updatedAt: `${serial}` };
      await draft.insert(id, page, { parent, at });
      ids.push(id);
      continue;
    }
    const id = pick(change.page);
    if (id === rootPage) continue;
    if (change.kind === 'remove') for (const gone of await draft.remove(id)) ids.splice(ids.indexOf(gone), 1);
    else if (change.kind === 'move') {
      const parent = pick(change.parent);
      const others = (await draft.get(parent))!.children.filter((child) => child !== id);
      await draft.move(id, { parent, at: change.at % (others.length + 1) });
    } else if (change.kind === 'rename') await draft.set(id, { title: `title ${change.value}` });
    else if (change.kind === 'reslug') await draft.set(id, { slug: `s${change.value}` });
    else if ((await draft.get(id))!.type === 'document')
      await draft.set(id, { document: `text ${change.value}`, updatedAt: `${serial}` });
  }
  return draft.root(source.nodes);
}

interface Line {
  type: string;
  title: string;
  slug: string;
  document: string | undefined;
  parent: string;
}

/** What a table of contents says of each page. Lists of changes do not tell the order of siblings. */
async function outlineOf(source: MemorySource, root: string): Promise<Map<string, Line>> {
  const tree = new PageTree(await allEntries<PageRecord>(source, root));
  return new Map(
    [...tree.ids()].map((id) => {
      const { type, title, slug, document, parent } = tree.need(id);
      return [id, { type, title, slug, document, parent }];
    }),
  );
}

/** Brings an outline up to date with nothing but what the list of changes says. */
function apply(outline: Map<string, Line>, changes: readonly SemanticChange[]): void {
  for (const change of changes) {
    if (!('page' in change)) continue;
    const { id } = change.page;
    if (change.type === 'page_deleted') {
      expect(outline.delete(id), `${id} was there`).to.equal(true);
    } else if (change.type === 'page_moved') {
      const line = outline.get(id)!;
      expect(change.parent.before?.id ?? rootPage).to.equal(line.parent);
      line.parent = change.parent.after?.id ?? rootPage;
    } else if (change.type === 'page_edited') {
      const line = outline.get(id)!;
      for (const field of ['title', 'slug', 'document'] as const) {
        const attribute = change.attributes[field];
        if (!attribute) continue;
        expect(attribute.before, `${field} of ${id}`).to.equal(line[field]);
        expect(attribute.after).not.to.equal(attribute.before);
        Object.assign(line, { [field]: attribute.after });
      }
    }
  }
  const pathOf = (id: string): string => {
    const { parent, slug } = outline.get(id)!;
    return parent === rootPage ? slug : `${pathOf(parent)}/${slug}`;
  };
  const depth = (path: string) => path.split('/').length;
  const created = changes.flatMap((change) => (change.type === 'page_created' ? [change.page] : []));
  const isPlaced = (id: string): boolean => id === rootPage || (outline.has(id) && isPlaced(outline.get(id)!.parent));
  for (const { id, type, title, path } of created.sort((a, b) => depth(a.path!) - depth(b.path!))) {
    expect(outline.has(id), `${id} was not there`).to.equal(false);
    const above = path!.split('/').slice(0, -1).join('/');
    const parent = above === '' ? rootPage : [...outline.keys()].find((key) => isPlaced(key) && pathOf(key) === above);
    outline.set(id, { type, title, slug: path!.split('/').at(-1)!, document: undefined, parent: parent! });
  }
}

describe('semantic changes', () => {
  const changesBetween = (source: MemorySource, before: string, after: string) =>
    semanticChanges(
      source,
      { before: { pages: before, files: emptyMap }, after: { pages: after, files: emptyMap } },
      () => 'https://example.com/',
    );

  it('turn the outline of the base into that of the head, whatever was edited', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(insert, { maxLength: 14 }),
        fc.array(edit, { minLength: 1, maxLength: 12 }),
        async (growth, edits) => {
          const source = new MemorySource();
          const before = await edited(source, emptyMap, growth, 'b');
          const after = await edited(source, before, edits, 'h');
          const changes = await changesBetween(source, before, after);
          const [outline, expected] = [await outlineOf(source, before), await outlineOf(source, after)];
          apply(outline, changes);
          // The text of a new page comes with it.
          for (const change of changes)
            if (change.type === 'page_created')
              outline.get(change.page.id)!.document = expected.get(change.page.id)!.document;
          expect(outline).to.deep.equal(expected);
        },
      ),
      { numRuns: 2_000 },
    );
  }).timeout(120_000);

  it('read backwards, are the opposite', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(insert, { maxLength: 14 }),
        fc.array(edit, { maxLength: 12 }),
        async (growth, edits) => {
          const source = new MemorySource();
          const before = await edited(source, emptyMap, growth, 'b');
          const after = await edited(source, before, edits, 'h');
          const count = (changes: SemanticChange[], type: string) =>
            changes.filter((change) => change.type === type).length;
          const [there, back] = [
            await changesBetween(source, before, after),
            await changesBetween(source, after, before),
          ];
          for (const [one, other] of [
            ['page_created', 'page_deleted'],
            ['page_deleted', 'page_created'],
            ['page_moved', 'page_moved'],
            ['page_edited', 'page_edited'],
          ] as const)
            expect(count(there, one), one).to.equal(count(back, other));
          expect(await changesBetween(source, after, after)).to.deep.equal([]);
        },
      ),
      { numRuns: 1_000 },
    );
  }).timeout(120_000);

  it('of one page in 10,000 reads a path through each map, not the maps', async () => {
    const source = new MemorySource();
    const draft = new PageDraft(source, emptyMap);
    const page = { type: 'document' as const, createdAt: '', updatedAt: '' };
    const named = (name: string) => [name, { ...page, title: name, slug: name }] as const;
    const parents = Array.from({ length: 100 }, (_, number) => named(`p${number}`));
    await draft.insertAll(parents, { parent: rootPage });
    for (const [parent] of parents) {
      const children = Array.from({ length: 99 }, (_, number) => named(`${parent}-${number}`));
      await draft.insertAll(children, { parent });
    }
    const before = await draft.root(source.nodes);
    const next = new PageDraft(source, before);
    await next.set('p50-50', { title: 'Changed' });
    const after = await next.root(source.nodes);
    source.loads = 0;
    expect(await changesBetween(source, before, after)).to.deep.equal([
      {
        type: 'page_edited',
        page: { id: 'p50-50', type: 'document', title: 'Changed', path: 'p50/p50-50' },
        attributes: { title: { before: 'p50-50', after: 'Changed' } },
      },
    ]);
    expect(source.loads).to.be.at.most(30);
  });

  it('count as few siblings as moved as can be', async () => {
    const source = new MemorySource();
    const draft = new PageDraft(source, emptyMap);
    const page = { type: 'document' as const, createdAt: '', updatedAt: '' };
    const pages = ['a', 'b', 'c', 'd', 'e'].map((name) => [name, { ...page, title: name, slug: name }] as const);
    await draft.insertAll(pages, { parent: rootPage });
    const before = await draft.root(source.nodes);
    const next = new PageDraft(source, before);
    await next.move('b', { parent: rootPage, at: 4 });
    const after = await next.root(source.nodes);
    expect(await changesBetween(source, before, after)).to.deep.equal([
      { type: 'page_moved', page: { id: 'b', type: 'document', title: 'b', path: 'b' }, parent: {} },
    ]);
  });
});
