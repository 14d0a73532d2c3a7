import type { Migration } from '@quire/runtime';

export const formerPaths: Migration = {
  name: '0011-former-paths',
  async up(tx) {
    await tx.raw(`
      -- Where pages of main were before they were renamed or moved; a page that only came along has no row.
      CREATE TABLE former_paths (
        space_id text COLLATE "C" NOT NULL REFERENCES spaces ON DELETE CASCADE,
        -- A path may be longer than what Postgres takes into an index.
        path_hash text COLLATE "C" NOT NULL,
        page_id text COLLATE "C" NOT NULL,
        PRIMARY KEY (space_id, path_hash)
      );
    `);
  },
};
