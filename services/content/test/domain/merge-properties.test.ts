import { expect } from 'chai';
import fc from 'fast-check';
import { type MergeResult, mergePages } from '../../src/domain/merge/merge.js';
import { allEntries, emptyMap } from '../../src/domain/merkle/merkle-map.js';
import { PageDraft } from '../../src/domain/pages/page-draft.js';
import { type PageRecord, emptyRootRecord, rootPage } from '../../src/domain/pages/page-record.js';
import { MemorySource, hashDocument } from './memory-source.js';
import { touched } from '../../src/domain/merge/survival.js';

// Every invariant is tried on 10,000 generated cases.
const runs = { numRuns: 10_000 };

type Edit =
  | { kind: 'insert'; parent: number; at: number; slug: number }
  | { kind: 'remove' | 'rename' | 'reslug' | 'write'; page: number; value: number }
  | { kind: 'move'; page: number; parent: number; at: number };

const index = fc.nat({ max: 11 });
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ kind: fc.constant('insert' as const), parent: index, at: index, slug: fc.nat({ max: 3 }) }),
  fc.record({
    kind: fc.constantFrom('remove' as const, 'rename' as const, 'reslug' as const, 'write' as const),
    page: index,
    value: fc.nat({ max: 3 }),
  }),
  { arbitrary: fc.record({ kind: fc.constant('move' as const), page: index, parent: index, at: index }), weight: 2 },
);
const edits = fc.array(edit, { minLength: 1, maxLength: 10 });
const growth = fc.array(
  fc.record({ kind: fc.constant('insert' as const), parent: index, at: index, slug: fc.nat({ max: 3 }) }),
  { maxLength: 14 },
);

async function pagesOf(source: MemorySource, root: string): Promise<Map<string, PageRecord>> {
  const pages = new Map(await allEntries<PageRecord>(source, root));
  if (!pages.has(rootPage)) pages.set(rootPage, emptyRootRecord);
  return pages;
}

/** Applies edits to a revision; pages are picked by their position, so every edit means something on every tree. */
async function edited(source: MemorySource, root: string, list: readonly Edit[], side: string): Promise<string> {
  const draft = new PageDraft(source, root);
  const ids = [...(await pagesOf(source, root)).keys()].sort();
  let serial = 0;
  for (const change of list) {
    const pick = (position: number) => ids[position % ids.length]!;
    if (change.kind === 'insert') {
      const id = `${side}${String(serial++).padStart(2, '0')}`;
      const parent = pick(change.parent);
      const { children } = (await draft.get(parent))!;
      const page = {
        type: 'document' as const,
        title: id,
        slug: `s${change.slug}`,
        document: source.write(`# ${id}\n\none\n\ntwo\n`),
        createdAt: '',
        updatedAt: '',
      };
      await draft.insert(id, page, { parent, at: change.at % (children.length + 1) });
      ids.push(id);
      continue;
    }
    const id = pick(change.page);
    if (id === rootPage) continue;
    if (change.kind === 'remove') {
      for (const gone of await draft.remove(id)) ids.splice(ids.indexOf(gone), 1);
    } else if (change.kind === 'move') {
      const parent = pick(change.parent);
      const { children } = (await draft.get(parent))!;
      await draft.move(id, {
        parent,
        at:
          (change.at % (children.length + 1)) -
          (children.includes(id) && change.at % (children.length + 1) > 0 ? 1 : 0),
      });
    } else if (change.kind === 'rename') await draft.set(id, { title: `title ${change.value}` });
    else if (change.kind === 'reslug') await draft.set(id, { slug: `s${change.value}` });
    else
      await draft.set(id, {
        document: source.write(
          `# ${id}\n\n${change.value % 2 === 0 ? 'one' : side}\n\n${change.value < 2 ? 'two' : `${side} ${change.value}`}\n`,
        ),
      });
  }
  return draft.root(source.nodes);
}

interface Case {
  source: MemorySource;
  base: string;
  ours: string;
  theirs: string;
}

async function makeCase([grow, mine, other]: readonly [
  readonly Edit[],
  readonly Edit[],
  readonly Edit[],
]): Promise<Case> {
  const source = new MemorySource();
  const base = await edited(source, emptyMap, grow, 'b');
  return { source, base, ours: await edited(source, base, mine, 'o'), theirs: await edited(source, base, other, 't') };
}

async function merge({ source, ...roots }: Case): Promise<MergeResult> {
  const result = await mergePages(source, roots, hashDocument);
  for (const [hash, node] of result.nodes) source.nodes.set(hash, node);
  for (const [hash, markdown] of result.documents) source.documents.set(hash, markdown);
  return result;
}

function expectWholeTree(pages: Map<string, PageRecord>): void {
  const seen = new Set<string>();
  const visit = (id: string) => {
    expect(seen.has(id), `page ${id} stands in one place`).to.equal(false);
    seen.add(id);
    const page = pages.get(id);
    expect(page, `page ${id} exists`).not.to.equal(undefined);
    const slugs = page!.children.map((child) => pages.get(child)?.slug);
    expect(new Set(slugs).size, `children of ${id} have different slugs`).to.equal(slugs.length);
    for (const child of page!.children) {
      expect(pages.get(child)?.parent, `parent of ${child}`).to.equal(id);
      visit(child);
    }
  };
  visit(rootPage);
  expect(
    [...pages.keys()].filter((id) => !seen.has(id)),
    'pages without a place',
  ).to.deep.equal([]);
}

const anyCase = fc.tuple(growth, edits, edits);

describe('merge, as properties', function () {
  this.timeout(240_000);

  it('gives a whole tree: no page lost in the air, none twice, no cycle, no equal slugs', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (input) => {
        const scene = await makeCase(input);
        const { pages } = await merge(scene);
        expectWholeTree(await pagesOf(scene.source, pages));
      }),
      runs,
    );
  });

  it('is deterministic, and merge(x, x, y) = merge(x, y, x) = y', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (input) => {
        const scene = await makeCase(input);
        const [first, second] = [await merge(scene), await merge(scene)];
        expect(second.pages).to.equal(first.pages);
        expect(second.conflicts).to.deep.equal(first.conflicts);
        expect((await merge({ ...scene, ours: scene.base })).pages).to.equal(scene.theirs);
        expect((await merge({ ...scene, theirs: scene.base })).pages).to.equal(scene.ours);
        expect((await merge({ ...scene, theirs: scene.ours })).pages, 'both sides alike').to.equal(scene.ours);
      }),
      runs,
    );
  });

  it('loses no page without saying so', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (input) => {
        const scene = await makeCase(input);
        const { pages, conflicts } = await merge(scene);
        const [base, ours, theirs, merged] = await Promise.all(
          [scene.base, scene.ours, scene.theirs, pages].map((root) => pagesOf(scene.source, root)),
        );
        const deleted = conflicts.filter((conflict) => conflict.kind === 'deleted').map((conflict) => conflict.page);
        for (const [id, page] of theirs!) {
          if (merged!.has(id) || (base!.has(id) && !ours!.has(id) && !touched(base!.get(id)!, page))) continue;
          const above = new Set<string>();
          for (let at = id; at !== rootPage; at = theirs!.get(at)!.parent) above.add(at);
          const explained = base!.has(id) && !ours!.has(id) && !conflicts.some((c) => above.has(c.page));
          if (!explained)
            expect(
              deleted.some((at) => above.has(at)),
              `${id} of main is gone and no conflict names it`,
            ).to.equal(true);
        }
        for (const id of ours!.keys()) {
          if (!merged!.has(id))
            expect(base!.has(id) && !theirs!.has(id), `${id} of the change request is gone`).to.equal(true);
        }
      }),
      runs,
    );
  });

  it('keeps what either side wrote where the other did not write', async () => {
    await fc.assert(
      fc.asyncProperty(anyCase, async (input) => {
        const scene = await makeCase(input);
        const { pages, conflicts } = await merge(scene);
        const [base, ours, theirs, merged] = await Promise.all(
          [scene.base, scene.ours, scene.theirs, pages].map((root) => pagesOf(scene.source, root)),
        );
        for (const [id, page] of merged!) {
          const [b, o, t] = [base!.get(id), ours!.get(id), theirs!.get(id)];
          if (!b || !o || !t || conflicts.some((conflict) => conflict.page === id)) continue;
          for (const field of ['title', 'document', 'parent'] as const) {
            if (o[field] !== b[field] && t[field] === b[field])
              expect(page[field], `${field} of ${id}`).to.equal(o[field]);
            if (t[field] !== b[field] && o[field] === b[field] && !conflicts.some((c) => c.kind === 'deleted'))
              expect(page[field], `${field} of ${id}`).to.equal(t[field]);
          }
        }
      }),
      runs,
    );
  });

  it('equals applying the edits one after the other when they do not overlap', async () => {
    await fc.assert(
      fc.asyncProperty(
        growth,
        edits,
        fc.array(fc.tuple(index, fc.nat({ max: 3 })), { maxLength: 5 }),
        async (grow, structure, writes) => {
          const source = new MemorySource();
          const base = await edited(source, emptyMap, grow, 'b');
          const moves = structure.filter((change) => change.kind === 'insert' || change.kind === 'move');
          const ours = await edited(source, base, moves, 'o');
          const ids = [...(await pagesOf(source, base)).keys()].filter((id) => id !== rootPage).sort();
          const write = async (root: string) => {
            const draft = new PageDraft(source, root);
            for (const [position, value] of ids.length > 0 ? writes : []) {
              await draft.set(ids[position % ids.length]!, {
                title: `written ${value}`,
                document: source.write(`# new ${value}\n`),
              });
            }
            return draft.root(source.nodes);
          };
          const result = await merge({ source, base, ours, theirs: await write(base) });
          expect(result.conflicts).to.deep.equal([]);
          expect(result.pages).to.equal(await write(ours));
        },
      ),
      runs,
    );
  });
});
