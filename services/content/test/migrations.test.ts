import { migrate } from '@quire/runtime';
import { testDatabase } from '@quire/testing';
import { expect } from 'chai';
import { migrations } from '../src/migrations/index.js';

describe('migrations of content', () => {
  const database = testDatabase('content');

  it('put collections and spaces that are there already in the order in which they were made', async () => {
    const { db } = database;
    await migrate(db, migrations.slice(0, 1));
    const collection = (id: string, parent_id: string | null) => ({
      id,
      organization_id: 'org',
      parent_id,
      title: id,
      resolved_level: 'inherit',
    });
    const space = (id: string, parent_id: string | null) => ({
      id,
      organization_id: 'org',
      parent_id,
      title: id,
      revision_id: `first of ${id}`,
      created_by: 'ada',
    });
    await db('collections').insert([collection('b', null), collection('d', 'b'), collection('e', null)]);
    await db('spaces').insert([space('a', null), space('c', null), space('g', 'b'), space('f', 'b')]);
    await migrate(db, migrations);
    const { rows } = await db.raw<{ rows: { id: string; parent_id: string | null; order_key: string }[] }>(
      `SELECT id, parent_id, order_key FROM collections UNION ALL SELECT id, parent_id, order_key FROM spaces
       ORDER BY order_key`,
    );
    const below = (parent: string | null) => rows.filter(({ parent_id }) => parent_id === parent).map(({ id }) => id);
    expect(below(null)).to.deep.equal(['a', 'b', 'c', 'e']);
    expect(below('b')).to.deep.equal(['d', 'f', 'g']);
    expect(rows.every(({ order_key }) => /^\d{9}V$/.test(order_key))).to.equal(true);
    await migrate(db, migrations);
  });
});
