import type { Migration } from '@quire/runtime';

const id = 'text COLLATE "C"';

/** Who was granted what on spaces and collections, and what content knows of members and teams. */
export const permissions: Migration = {
  name: '0002-permissions',
  async up(tx) {
    await tx.raw(`
      -- The collection and all around it, outermost first: what is granted on one of these reaches it.
      ALTER TABLE collections ADD COLUMN lineage text[] COLLATE "C";
      WITH RECURSIVE tree AS (
        SELECT id, ARRAY[id]::text[] COLLATE "C" AS lineage FROM collections WHERE parent_id IS NULL
        UNION ALL
        SELECT c.id, tree.lineage || c.id FROM collections c JOIN tree ON c.parent_id = tree.id
      )
      UPDATE collections SET lineage = tree.lineage FROM tree WHERE tree.id = collections.id;
      ALTER TABLE collections ALTER COLUMN lineage SET NOT NULL;
      CREATE INDEX collections_lineage ON collections USING gin (lineage) WITH (fastupdate = off);

      -- Weakest first, so that the highest level is the greatest.
      CREATE TYPE permission_level AS ENUM ('read', 'comment', 'edit', 'review', 'create', 'admin');
      CREATE TABLE permissions (
        organization_id ${id} NOT NULL,
        space_id ${id} REFERENCES spaces (id) ON DELETE CASCADE,
        collection_id ${id} REFERENCES collections (id) ON DELETE CASCADE,
        object_id ${id} GENERATED ALWAYS AS (coalesce(space_id, collection_id)) STORED,
        -- A user or a team.
        subject_id ${id} NOT NULL,
        kind text NOT NULL CHECK (kind IN ('user', 'team')),
        level permission_level NOT NULL,
        granted_at timestamptz NOT NULL DEFAULT now(),
        PRIMARY KEY (object_id, subject_id),
        CHECK (num_nonnulls(space_id, collection_id) = 1)
      );
      CREATE INDEX permissions_subject ON permissions (organization_id, subject_id) INCLUDE (object_id, level);
      CREATE INDEX permissions_listed ON permissions (object_id, kind, subject_id);
      CREATE INDEX permissions_space ON permissions (space_id) WHERE space_id IS NOT NULL;
      CREATE INDEX permissions_collection ON permissions (collection_id) WHERE collection_id IS NOT NULL;

      -- Stands for those who hold a permission on the space or around it, as others were told last; '' is nobody.
      ALTER TABLE spaces ADD COLUMN told_holders text NOT NULL DEFAULT '';

      -- Who has left keeps a row: an older event that comes late must not bring them back.
      CREATE TABLE members (
        organization_id ${id} NOT NULL,
        user_id ${id} NOT NULL,
        role text,
        present boolean NOT NULL,
        sequence integer NOT NULL,
        PRIMARY KEY (organization_id, user_id)
      );
      CREATE TABLE teams (
        id ${id} PRIMARY KEY,
        organization_id ${id} NOT NULL,
        present boolean NOT NULL,
        sequence integer NOT NULL
      );
      CREATE TABLE team_members (
        team_id ${id} NOT NULL,
        user_id ${id} NOT NULL,
        present boolean NOT NULL,
        sequence integer NOT NULL,
        PRIMARY KEY (team_id, user_id)
      );
      CREATE INDEX team_members_user ON team_members (user_id) WHERE present;
    `);
  },
};
