import type { Migration } from '@quire/runtime';

const id = 'text COLLATE "C"';

export const computed: Migration = {
  name: '0012-computed',
  async up(tx) {
    await tx.raw(`
      ALTER TABLE revisions ADD COLUMN shown ${id}, ADD COLUMN computed text[] NOT NULL DEFAULT '{}';

      -- What is known of the OpenAPI specifications of organizations. What was deleted stays: pages keep what it said last.
      CREATE TABLE openapi_specs (
        id ${id} PRIMARY KEY,
        organization_id ${id} NOT NULL,
        slug ${id} NOT NULL,
        version_id ${id} NOT NULL,
        sequence integer NOT NULL
      );
      CREATE INDEX openapi_specs_named ON openapi_specs (organization_id, slug, id);

      -- Of versions that some page is made of: what there is to make pages of. Never changes.
      CREATE TABLE openapi_outlines (
        version_id ${id} PRIMARY KEY,
        outline jsonb NOT NULL,
        created_at timestamptz NOT NULL
      );

      -- Which specifications the main content of spaces depends on; due when pages may have to be made anew.
      CREATE TABLE computed_spaces (
        space_id ${id} NOT NULL REFERENCES spaces ON DELETE CASCADE,
        slug ${id} NOT NULL,
        due boolean NOT NULL,
        PRIMARY KEY (space_id, slug)
      );
      CREATE INDEX computed_spaces_by_slug ON computed_spaces (slug);
      CREATE INDEX computed_spaces_due ON computed_spaces (space_id) WHERE due;
    `);
  },
};
