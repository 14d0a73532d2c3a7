import { expect } from 'chai';
import fc from 'fast-check';
import {
  allEntries,
  applyChanges,
  countEntries,
  diffMaps,
  emptyMap,
  getEntry,
} from '../../src/domain/merkle/merkle-map.js';
import { MemorySource } from './memory-source.js';

const key = fc.integer({ min: 0, max: 300 }).map(String);
const steps = fc.array(fc.array(fc.tuple(key, fc.option(fc.integer(), { nil: undefined })), { maxLength: 120 }), {
  maxLength: 6,
});

async function apply(source: MemorySource, root: string, changes: Iterable<readonly [string, number | undefined]>) {
  return applyChanges(source, root, new Map(changes), source.nodes);
}

describe('Merkle map', () => {
  it('holds what a plain map holds, and its root does not depend on history', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (batches) => {
        const source = new MemorySource();
        const plain = new Map<string, number>();
        let root = emptyMap;
        for (const batch of batches) {
          for (const [k, v] of batch) v === undefined ? plain.delete(k) : plain.set(k, v);
          root = await apply(source, root, batch);
        }
        expect(new Map(await allEntries<number>(source, root))).to.deep.equal(plain);
        expect(await countEntries(source, root)).to.equal(plain.size);
        expect(await apply(source, emptyMap, plain)).to.equal(root);
        for (const k of ['0', '7', '299']) expect(await getEntry(source, root, k)).to.equal(plain.get(k));
      }),
      { numRuns: 300 },
    );
  });

  it('shrinks to the same root that the entries left would have grown to', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: 200 }), fc.nat({ max: 60 }), async (size, left) => {
        const source = new MemorySource();
        const entries = Array.from({ length: size + left }, (_, index) => [`page${index}`, index] as const);
        const full = await apply(source, emptyMap, entries);
        const shrunk = await apply(
          source,
          full,
          entries.slice(left).map(([k]) => [k, undefined] as const),
        );
        expect(shrunk).to.equal(await apply(source, emptyMap, entries.slice(0, left)));
      }),
      { numRuns: 200 },
    );
  });

  it('diffs exactly the keys whose values differ', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(key, fc.integer())), fc.array(fc.tuple(key, fc.integer())), async (a, b) => {
        const source = new MemorySource();
        const [before, after] = [new Map(a), new Map(b)];
        const diff = await diffMaps<number>(
          source,
          await apply(source, emptyMap, before),
          await apply(source, emptyMap, after),
        );
        const keys = new Set([...before.keys(), ...after.keys()].filter((k) => before.get(k) !== after.get(k)));
        expect(new Set(diff.keys())).to.deep.equal(keys);
        for (const [k, values] of diff) expect(values).to.deep.equal({ before: before.get(k), after: after.get(k) });
      }),
      { numRuns: 300 },
    );
  });

  it('reads and writes a handful of nodes for one change among 10,000', async () => {
    const source = new MemorySource();
    const root = await apply(
      source,
      emptyMap,
      Array.from({ length: 10_000 }, (_, i) => [`page${i}`, i] as const),
    );
    source.loads = 0;
    const added = new Map<string, unknown>();
    const changed = await applyChanges(source, root, new Map([['page77', -1]]), added);
    for (const [hash, node] of added) source.nodes.set(hash, node);
    expect(source.loads, 'nodes read').to.be.at.most(5);
    expect(added.size, 'nodes written').to.be.at.most(5);
    source.loads = 0;
    expect([...(await diffMaps(source, root, changed)).keys()]).to.deep.equal(['page77']);
    expect(source.loads, 'nodes read to compare').to.be.at.most(10);
  });

  it('is compared with turns for others when it is large, and tells the same in the same order', async () => {
    const source = new MemorySource();
    const pages = (text: string) => Array.from({ length: 20_000 }, (_, i) => [`page${i}`, { text, i }] as const);
    const [before, after] = [new Map(pages('before')), new Map(pages('after'))];
    const roots = [
      await applyChanges(source, emptyMap, before, source.nodes),
      await applyChanges(source, emptyMap, after, source.nodes),
    ] as const;
    let turns = 0;
    let watching = true;
    const watch = () => {
      turns += 1;
      if (watching) setImmediate(watch);
    };
    setImmediate(watch);
    const first = await diffMaps(source, ...roots);
    watching = false;
    expect(turns).to.be.at.least(1);
    expect(first.size).to.equal(20_000);
    expect([...(await diffMaps(source, ...roots)).keys()]).to.deep.equal([...first.keys()]);
  });
});
