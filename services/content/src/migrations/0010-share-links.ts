import type { Migration } from '@quire/runtime';

export const shareLinks: Migration = {
  name: '0010-share-links',
  async up(tx) {
    // A projection of what sites owns: it resolves the addresses of spaces for the bearer of a key.
    await tx.raw(`
      CREATE TABLE share_links (
        id text COLLATE "C" PRIMARY KEY,
        site_id text COLLATE "C" NOT NULL,
        key_hash text NOT NULL,
        active boolean NOT NULL,
        sequence integer NOT NULL
      );
      CREATE INDEX share_links_key ON share_links (key_hash) WHERE active;
    `);
  },
};
