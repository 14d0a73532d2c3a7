import { newId, transaction } from '@quire/runtime';
import { testDatabase } from '@quire/testing';
import { migrate } from '@quire/runtime';
import { expect } from 'chai';
import { findPlace } from '../../src/domain/tree/find-place.js';
import { migrations } from '../../src/migrations/index.js';
import { type Item, updatePlace } from '../../src/tables/tree.js';

describe('findPlace', () => {
  const database = testDatabase('content', { migrate: (db) => migrate(db, migrations) });

  const space = (id: string): Item => ({ kind: 'space', id });

  /** Spaces of a new organization in the order of their names. */
  async function spaces(names: readonly string[]) {
    const organizationId = newId();
    const id = (name: string) => `${organizationId}-${name}`;
    await database.db('spaces').insert(
      names.map((name, index) => ({
        id: id(name),
        organization_id: organizationId,
        parent_id: null,
        order_key: `${String(index).padStart(5, '0')}V`,
        title: name,
        revision_id: 'none',
        created_by: 'nobody',
      })),
    );
    const top = { organizationId, parentId: null };
    const move = (name: string, position: { before?: string; after?: string }) =>
      transaction(database.db, async (tx) => {
        const { before, after } = position;
        const place = await findPlace(tx, top, {
          item: space(id(name)),
          position: { ...(before && { before: space(id(before)) }), ...(after && { after: space(id(after)) }) },
        });
        if (place !== undefined) await updatePlace(tx, space(id(name)), { ...top, orderKey: place });
      });
    const rows = (): Promise<{ title: string; order_key: string }[]> =>
      database
        .db('spaces')
        .where({ organization_id: organizationId })
        .orderBy('order_key')
        .select('title', 'order_key');
    return { move, rows, order: async () => (await rows()).map(({ title }) => title) };
  }

  it('keeps keys short after 500 moves of two into one gap', async () => {
    const { move, rows } = await spaces(['first', 'one', 'two', 'last']);
    let longest = 0;
    for (let turn = 0; turn < 500; turn += 1) {
      const mover = turn % 2 === 0 ? 'two' : 'one';
      await move(mover, { after: 'first' });
      const now = await rows();
      expect(now.map(({ title }) => title).slice(0, 2)).to.deep.equal(['first', mover]);
      longest = Math.max(longest, ...now.map(({ order_key }) => order_key.length));
    }
    expect(longest).to.be.at.most(32);
  });

  it('gives 400 that all go behind the same one their places, and rewrites few keys for it', async () => {
    const count = 400;
    const names = ['head', ...Array.from({ length: count }, (_, index) => `n${index}`)];
    const { move, rows, order } = await spaces(names);
    let rewritten = 0;
    let before = new Map((await rows()).map((row) => [row.title, row.order_key]));
    for (const name of names.slice(2)) {
      await move(name, { after: 'head' });
      const after = new Map((await rows()).map((row) => [row.title, row.order_key]));
      rewritten += [...after].filter(([title, key]) => before.get(title) !== key).length;
      expect(Math.max(...[...after.values()].map(({ length }) => length))).to.be.at.most(32);
      before = after;
    }
    expect(await order()).to.deep.equal(['head', ...names.slice(1).reverse()]);
    expect(rewritten / count, 'keys written per move').to.be.below(3);
  });
});
