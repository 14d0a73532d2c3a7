import { migrate } from '@quire/runtime';
import { testDatabase } from '@quire/testing';
import { expect } from 'chai';
import { migrations } from '../src/migrations/index.js';

describe('migrations of content', () => {
  describe('of the tree', () => {
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

  describe('of the visibility', () => {
    const database = testDatabase('content');

    it('take how visible spaces are as told', async () => {
      const { db } = database;
      const before = migrations.findIndex(({ name }) => name === '0014-told-visibility');
      await migrate(db, migrations.slice(0, before));
      const space = (id: string, more: object = {}) => ({
        id,
        organization_id: 'org',
        title: id,
        order_key: id,
        revision_id: `first of ${id}`,
        created_by: 'ada',
        default_level: 'read',
        ...more,
      });
      const site = (id: string, visibility: string, more: object = {}) => ({
        id,
        organization_id: 'org',
        visibility,
        published: true,
        deleted: false,
        sequence: 1,
        ...more,
      });
      await db('collections').insert({
        id: 'in',
        organization_id: 'org',
        title: 'in',
        order_key: 'a',
        resolved_level: 'read',
        lineage: ['in'],
      });
      await db('spaces').insert([
        space('plain'),
        space('inherits', { parent_id: 'in', default_level: 'inherit' }),
        space('own', { parent_id: 'in' }),
        space('hidden'),
      ]);
      await db('sites').insert([
        site('open', 'public'),
        site('link', 'share-link'),
        site('draft', 'public', { published: false }),
        site('foreign', 'public', { organization_id: 'other' }),
      ]);
      const shown = [
        ['inherits', 'open'],
        ['own', 'link'],
        ['own', 'open'],
        ['hidden', 'draft'],
        ['hidden', 'foreign'],
      ].map(([space_id, site_id]) => ({
        id: `${space_id} ${site_id}`,
        space_id,
        site_id,
        removed: false,
        sequence: 1,
      }));
      await db('site_spaces').insert(shown);
      await migrate(db, migrations);
      const told = await db('spaces').whereIn('id', ['plain', 'inherits', 'own', 'hidden']).orderBy('id');
      expect(told.map(({ id, told_visibility }) => [id, told_visibility])).to.deep.equal([
        ['hidden', 'private'],
        ['inherits', 'in-collection'],
        ['own', 'public'],
        ['plain', 'private'],
      ]);
    });
  });
});
