import type { Migration } from '@quire/runtime';

/** The latest versions of OpenAPI specifications, which pages show. */
export const openApiSpecs: Migration = {
  name: '0005-openapi-specs',
  async up(tx) {
    await tx.raw(`
      CREATE TABLE openapi_specs (
        id text COLLATE "C" PRIMARY KEY,
        organization_id text COLLATE "C" NOT NULL,
        slug text COLLATE "C" NOT NULL,
        -- None once the specification is deleted.
        version_id text COLLATE "C",
        sequence integer NOT NULL
      );
      CREATE INDEX openapi_specs_of_organization ON openapi_specs (organization_id, id);
      CREATE TRIGGER tell_of_change AFTER INSERT OR UPDATE OR DELETE ON openapi_specs
      FOR EACH STATEMENT EXECUTE FUNCTION tell_of_change();
    `);
  },
};
