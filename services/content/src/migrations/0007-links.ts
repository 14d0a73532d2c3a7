import type { Migration } from '@quire/runtime';

/** Ids, hashes and keys compare by bytes whatever the database's locale. */
const id = 'text COLLATE "C"';

export const links: Migration = {
  name: '0007-links',
  async up(tx) {
    // What follows from a page's document and references alone, whatever spaces and revisions hold the page. Pages that
    // were there before get theirs when links are listed for the first time.
    await tx.raw(`
      CREATE TABLE link_sets (
        id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
        key ${id} NOT NULL UNIQUE
      );
      CREATE TABLE links (
        set_id bigint NOT NULL,
        -- Equal for what leads to the same; without the id at its end where the page itself is meant.
        target ${id} NOT NULL,
        depends_on boolean NOT NULL,
        kind text NOT NULL,
        -- What an address in the app began with; null for what is no such address.
        origin text,
        space_id ${id},
        target_id ${id},
        anchor text,
        anchor_hash bigint,
        destination text NOT NULL
      );
      CREATE INDEX links_set ON links (set_id);
      CREATE INDEX links_target ON links (target_id) WHERE target_id IS NOT NULL;
      CREATE INDEX links_to_spaces ON links (set_id) WHERE space_id IS NOT NULL;
      -- By hash, as nothing bounds how long an anchor is.
      CREATE TABLE anchors (
        set_id bigint NOT NULL,
        hash bigint NOT NULL,
        PRIMARY KEY (set_id, hash)
      );
    `);
  },
};
