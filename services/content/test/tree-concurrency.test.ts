import { outboxEvents } from '@quire/testing';
import { expect } from 'chai';
import fc from 'fast-check';
import { contentService } from './content-service.js';
import { factories } from './factories.js';
import { type Shape, trees } from './tree.js';

/** Numbers stand for collections and spaces: the n-th of them, counted around. */
type Step =
  | { kind: 'move'; item: number; into: number; beside: number; side: 'before' | 'after' | 'end' | 'here' }
  | { kind: 'delete' | 'restore' | 'duplicate' | 'drop'; item: number };

const number = fc.nat({ max: 40 });
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('move' as const),
      item: number,
      into: number,
      beside: number,
      side: fc.constantFrom('before' as const, 'after' as const, 'end' as const, 'here' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('delete', 'restore', 'duplicate' as const), item: number }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('drop' as const), item: number }) },
);

const shape: Shape = [
  's0',
  { c0: ['s1', { c1: ['s2', { c2: ['s3'] }] }] },
  { c3: ['s4', 's5', { c4: [{ c5: ['s6'] }] }] },
  's7',
  's8',
];
const titles = ['c0', 'c1', 'c2', 'c3', 'c4', 'c5'];
const all = [...titles, ...Array.from({ length: 9 }, (_, index) => `s${index}`)];

describe('whoever changes the tree at the same time', () => {
  const content = contentService();
  const make = factories(content);

  async function planted() {
    const { id: organization, admin } = make.organization();
    const tree = trees(content, admin, organization);
    await tree.make(shape);
    const of = <T>(list: readonly T[], index: number) => list[index % list.length]!;
    const spaces = all.filter((title) => title.startsWith('s'));

    async function take(each: Step): Promise<number> {
      const { client, paths, ids, pointer } = tree;
      if (each.kind === 'move') {
        const parent = of([undefined, null, ...titles.map((title) => ids[title])], each.into);
        const position = { [each.side]: pointer(of(all, each.beside)) };
        const body =
          each.side === 'end'
            ? { parent: parent ?? null }
            : each.side === 'here'
              ? { position: { after: pointer(of(all, each.beside)) } }
              : { ...(parent !== undefined && { parent }), position };
        return (await client.post(`${paths[of(all, each.item)]}/move`, body)).status;
      }
      if (each.kind === 'drop') return (await client.delete(paths[of(titles, each.item)]!)).status;
      const path = paths[of(spaces, each.item)]!;
      return (await (each.kind === 'delete' ? client.delete(path) : client.post(`${path}/${each.kind}`))).status;
    }

    /** No cycle, nobody lost, one place for each, and what is derived as if it had been made anew. */
    async function expectWhole(): Promise<void> {
      const { db } = content;
      const collections: { id: string; parent_id: string | null; lineage: string[] }[] = await db('collections').where({
        organization_id: organization,
      });
      const parents = new Map(collections.map(({ id, parent_id }) => [id, parent_id]));
      for (const { id, lineage } of collections) {
        const around: string[] = [];
        for (let at: string | null = id; at !== null; at = parents.get(at) ?? null) {
          expect(around, `${id} is in itself`).not.to.include(at);
          around.unshift(at);
        }
        expect(lineage).to.deep.equal(around);
      }
      const flat = (shaped: Shape): string[] =>
        shaped.flatMap((each) =>
          typeof each === 'string' ? each : Object.entries(each).flatMap(([title, inside]) => [title, ...flat(inside)]),
        );
      const reached = flat(await tree.read());
      const live = await db('spaces')
        .where({ organization_id: organization })
        .whereNull('deleted_at')
        .pluck<string[]>('title');
      const rows = await db('collections').where({ organization_id: organization }).pluck<string[]>('title');
      expect(reached.sort(), 'what can be reached is what is there').to.deep.equal([...live, ...rows].sort());
      const kept = await db('spaces').where({ organization_id: organization }).pluck('id');
      for (const title of spaces) expect(kept, `${title} is there or in the trash`).to.include(tree.ids[title]);
    }

    return { ...tree, organization, take, expectWhole };
  }

  it('leaves a tree: no cycle, nothing lost, one place for each', async function () {
    this.timeout(120_000);
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 40 }), async (steps) => {
        const { take, expectWhole } = await planted();
        const statuses = await Promise.all(steps.map(take));
        expect(statuses.filter((status) => ![200, 201, 205, 404, 409].includes(status))).to.deep.equal([]);
        await expectWhole();
      }),
      { numRuns: 15 },
    );
  });

  it('of two collections that are moved into each other, one moves', async () => {
    for (let turn = 0; turn < 10; turn += 1) {
      const { client, paths, ids, expectWhole } = await planted();
      const statuses = await Promise.all([
        client.post(`${paths.c0}/move`, { parent: ids.c3 }),
        client.post(`${paths.c3}/move`, { parent: ids.c0 }),
      ]);
      expect(statuses.map(({ status }) => status)).to.have.members([200, 409]);
      await expectWhole();
    }
  });

  it('all that are created or moved to one place at once get different places', async () => {
    const { client, paths, pointer, organization, read } = await planted();
    const inserted = await Promise.all([
      ...Array.from({ length: 10 }, (_, index) =>
        client.post(`/v1/orgs/${organization}/${index % 2 ? 'spaces' : 'collections'}`, { title: `new ${index}` }),
      ),
      ...['s1', 's2', 's3', 's4', 's5', 's6'].map((title) =>
        client.post(`${paths[title]}/move`, { parent: null, position: { before: pointer('s0') } }),
      ),
      ...Array.from({ length: 4 }, () => client.post(`${paths.s0}/duplicate`)),
    ]);
    expect(inserted.every(({ status }) => status < 300)).to.equal(true);
    const order = (await read()).map((each) => (typeof each === 'string' ? each : Object.keys(each)[0]!));
    expect(order).to.have.length(5 + 10 + 6 + 4);
    const s0 = order.indexOf('s0');
    expect(order.slice(0, s0).sort()).to.deep.equal(['s1', 's2', 's3', 's4', 's5', 's6']);
    expect(order.slice(s0 + 1, s0 + 5)).to.deep.equal(Array(4).fill('Copy of s0'));
  });

  it('a collection that is deleted takes along what is created, moved or restored in it, or leaves it out', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const { client, paths, ids, organization, expectWhole } = await planted();
      await client.delete(paths.s1!, { expect: 205 });
      const answers = await Promise.all([
        client.post(`/v1/orgs/${organization}/spaces`, { title: 'new', parent: ids.c0 }),
        client.post(`/v1/orgs/${organization}/collections`, { title: 'inner', parent: ids.c1 }),
        client.delete(paths.c0!),
        client.post(`${paths.s0}/move`, { parent: ids.c0 }),
        client.post(`${paths.c3}/move`, { parent: ids.c1 }),
        client.post(`${paths.s1}/restore`),
        client.post(`${paths.s2}/duplicate`),
      ]);
      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).to.deep.equal([]);
      await expectWhole();
      const told = (await outboxEvents(content.db))
        .filter(({ subject }) => subject === ids.s1)
        .map(({ type }) => type)
        .filter((type) => type !== 'content.space.visibility-updated.v1');
      const deleted = (await client.get(paths.s1!, { expect: 200 })).body.deletedAt !== undefined;
      expect(told.at(-1)).to.equal(`content.space.${deleted ? 'deleted' : 'restored'}.v1`);
    }
  });
});
