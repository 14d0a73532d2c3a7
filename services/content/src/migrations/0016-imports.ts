import type { Migration } from '@quire/runtime';

const id = 'text COLLATE "C"';

export const imports: Migration = {
  name: '0016-imports',
  async up(tx) {
    await tx.raw(`
      -- Imports that somebody works on, or did until their process died. Without references: a row must not wait for whoever
      -- holds its space, and what is gone refuses the import anyway.
      CREATE TABLE imports (
        id ${id} PRIMARY KEY,
        space_id ${id} NOT NULL,
        change_request_id ${id},
        source text NOT NULL,
        url text NOT NULL,
        caller_kind text NOT NULL,
        token_id ${id} NOT NULL,
        -- The idempotency key that it was asked for with.
        claim jsonb,
        attempts integer NOT NULL,
        leased_until timestamptz NOT NULL,
        created_at timestamptz NOT NULL
      );
      CREATE INDEX imports_leased ON imports (leased_until);
    `);
  },
};
