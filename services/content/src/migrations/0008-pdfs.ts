import type { Migration } from '@quire/runtime';

export const pdfs: Migration = {
  name: '0008-pdfs',
  async up(tx) {
    await tx.raw(`
      -- PDFs by the hash of all that is in them; the bytes are in the file store.
      CREATE TABLE pdfs (
        key text COLLATE "C" PRIMARY KEY,
        made_at timestamptz,
        -- Until then somebody makes it, or, with a failure, nobody tries to.
        leased_until timestamptz NOT NULL,
        failure text,
        used_at timestamptz NOT NULL
      );
      CREATE INDEX pdfs_used ON pdfs (used_at);
    `);
  },
};
