import { testDatabase } from '@quire/testing';
import { expect } from 'chai';

describe('testDatabase', () => {
  const database = testDatabase('example', {
    migrate: (db) => db.schema.createTable('things', (table) => table.text('name')),
  });

  it('gives a schema of its own with the tables of the migration', async () => {
    await database.db('things').insert({ name: 'one' });
    const { rows } = await database.db.raw('select current_schema() as schema');
    expect(rows[0].schema).to.equal(database.schema);
  });
});
