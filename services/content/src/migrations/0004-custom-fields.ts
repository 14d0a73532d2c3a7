import type { Migration } from '@quire/runtime';

const id = 'text COLLATE "C"';

export const customFields: Migration = {
  name: '0004-custom-fields',
  async up(tx) {
    await tx.raw(`
      CREATE TABLE custom_fields (
        id ${id} PRIMARY KEY,
        organization_id ${id} NOT NULL,
        name ${id} NOT NULL,
        title text NOT NULL,
        description text NOT NULL,
        type text NOT NULL,
        placeholder text NOT NULL,
        options text[],
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        CONSTRAINT custom_fields_name UNIQUE (organization_id, name)
      );
      CREATE INDEX custom_fields_listed ON custom_fields (organization_id, id);
      CREATE TABLE custom_field_values (
        space_id ${id} NOT NULL REFERENCES spaces (id) ON DELETE CASCADE,
        field_id ${id} NOT NULL REFERENCES custom_fields (id) ON DELETE CASCADE,
        value jsonb NOT NULL,
        PRIMARY KEY (space_id, field_id)
      );
      CREATE INDEX custom_field_values_field ON custom_field_values (field_id);

      CREATE TABLE translation_settings (
        id ${id} PRIMARY KEY,
        organization_id ${id} NOT NULL,
        title text NOT NULL,
        languages text[] NOT NULL,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now()
      );
      CREATE INDEX translation_settings_listed ON translation_settings (organization_id, id);
    `);
  },
};
