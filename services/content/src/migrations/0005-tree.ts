import type { Migration } from '@quire/runtime';

/** Ids, hashes and sort keys compare by bytes whatever the database's locale. */
const id = 'text COLLATE "C"';

export const tree: Migration = {
  name: '0005-tree',
  async up(tx) {
    // Collections and spaces with one parent share one order. What is in the trash keeps its key, but not the place;
    // without a key it has none to come back to.
    await tx.raw(`
      ALTER TABLE collections ADD COLUMN order_key ${id};
      ALTER TABLE spaces ADD COLUMN order_key ${id};
      WITH items AS (
        SELECT id, organization_id, parent_id FROM collections UNION ALL SELECT id, organization_id, parent_id FROM spaces
      ), keys AS (
        SELECT id, lpad(row_number() OVER (PARTITION BY organization_id, parent_id ORDER BY id)::text, 9, '0') || 'V' AS key
        FROM items
      ), ordered AS (
        UPDATE collections SET order_key = key FROM keys WHERE keys.id = collections.id
      )
      UPDATE spaces SET order_key = key FROM keys WHERE keys.id = spaces.id;
      ALTER TABLE collections ALTER COLUMN order_key SET NOT NULL;
      ALTER TABLE spaces ADD CONSTRAINT spaces_have_places CHECK (order_key IS NOT NULL OR deleted_at IS NOT NULL);

      CREATE UNIQUE INDEX collections_place ON collections (organization_id, parent_id, order_key) NULLS NOT DISTINCT;
      CREATE UNIQUE INDEX spaces_place ON spaces (organization_id, parent_id, order_key) NULLS NOT DISTINCT
        WHERE deleted_at IS NULL;
      DROP INDEX collections_organization;
      DROP INDEX spaces_organization;
      DROP INDEX spaces_parent;
      CREATE INDEX collections_listed ON collections (organization_id, order_key, id);
      CREATE INDEX spaces_listed ON spaces (organization_id, order_key, id) WHERE deleted_at IS NULL;
      CREATE INDEX spaces_in_trash ON spaces (deleted_at) WHERE deleted_at IS NOT NULL;
      CREATE INDEX spaces_of_collection ON spaces (parent_id);
    `);
    // A purge removes a space with all that belongs to it; each reference needs an index to be followed by.
    await tx.raw(`
      ALTER TABLE revisions DROP CONSTRAINT revisions_space_id_fkey,
        ADD FOREIGN KEY (space_id) REFERENCES spaces (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED;
      ALTER TABLE change_requests DROP CONSTRAINT change_requests_space_id_fkey,
        ADD FOREIGN KEY (space_id) REFERENCES spaces (id) ON DELETE CASCADE;
      ALTER TABLE contributors DROP CONSTRAINT contributors_change_request_id_fkey,
        ADD FOREIGN KEY (change_request_id) REFERENCES change_requests (id) ON DELETE CASCADE;
      ALTER TABLE conflicts DROP CONSTRAINT conflicts_change_request_id_fkey,
        ADD FOREIGN KEY (change_request_id) REFERENCES change_requests (id) ON DELETE CASCADE;
      ALTER TABLE main_pages DROP CONSTRAINT main_pages_space_id_fkey,
        ADD FOREIGN KEY (space_id) REFERENCES spaces (id) ON DELETE CASCADE;
      CREATE INDEX revisions_space ON revisions (space_id);
      CREATE INDEX change_requests_revision ON change_requests (revision_id);
      CREATE INDEX change_requests_revision_initial ON change_requests (revision_initial_id);
      CREATE INDEX change_requests_revision_merged_ancestor ON change_requests (revision_merged_ancestor_id);
      CREATE INDEX change_requests_revision_merged ON change_requests (revision_merged_id);
      CREATE INDEX conflicts_theirs_revision ON conflicts (theirs_revision_id);
    `);
    // Which spaces are shown where, as sites tells; what went stays as a row, so that no late event revives it.
    await tx.raw(`
      CREATE TABLE sites (
        id ${id} PRIMARY KEY,
        organization_id ${id} NOT NULL,
        visibility text NOT NULL,
        published boolean NOT NULL,
        url text,
        deleted boolean NOT NULL,
        sequence integer NOT NULL
      );
      CREATE TABLE site_spaces (
        id ${id} PRIMARY KEY,
        site_id ${id} NOT NULL,
        space_id ${id} NOT NULL,
        url text,
        removed boolean NOT NULL,
        sequence integer NOT NULL
      );
      CREATE INDEX site_spaces_space ON site_spaces (space_id) WHERE NOT removed;
    `);
  },
};
