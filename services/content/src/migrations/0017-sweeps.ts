import type { Migration } from '@quire/runtime';

const id = 'text COLLATE "C"';

export const sweeps: Migration = {
  name: '0017-sweeps',
  async up(tx) {
    await tx.raw(`
      -- What nothing was found to use, and since when. Whoever is about to use it takes it out of here first.
      CREATE TABLE condemned (
        -- The kind and the hash in one: nothing that the planner could be wrong about while there are no statistics.
        key ${id} PRIMARY KEY,
        since timestamptz NOT NULL
      );
      -- How far the sweep of content is, and what it found to be used. A crash of Postgres empties both: it begins anew.
      CREATE UNLOGGED TABLE sweeps (
        started_at timestamptz NOT NULL,
        -- Null when it has ended.
        phase text,
        position text NOT NULL,
        only_one boolean PRIMARY KEY DEFAULT true CHECK (only_one)
      );
      CREATE UNLOGGED TABLE marks (
        key ${id} PRIMARY KEY,
        number bigint GENERATED ALWAYS AS IDENTITY,
        -- The map that a node belongs to: what it holds has to be marked, too.
        map text
      );
      CREATE UNIQUE INDEX marks_of_maps ON marks (number) WHERE map IS NOT NULL;
    `);
  },
};
