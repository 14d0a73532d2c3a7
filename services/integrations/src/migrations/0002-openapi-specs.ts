import type { Migration } from '@quire/runtime';

export const createOpenApiSpecs: Migration = {
  name: '0002-openapi-specs',
  async up(tx) {
    // `request` counts how often processing was asked for: only the outcome of the last request is kept.
    await tx.raw(`
      CREATE TABLE openapi_specs (
        id text COLLATE "C" PRIMARY KEY,
        organization_id text COLLATE "C" NOT NULL,
        slug text COLLATE "C" NOT NULL,
        visibility text NOT NULL CHECK (visibility IN ('private', 'public')),
        source_url text,
        source_text text,
        request integer NOT NULL DEFAULT 0,
        processing_state text NOT NULL DEFAULT 'pending' CHECK (processing_state IN ('pending', 'progress', 'complete')),
        last_version_id text COLLATE "C",
        last_processed_at timestamptz,
        error_code text CHECK (error_code IN ('FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR')),
        errors jsonb NOT NULL DEFAULT '[]',
        error_count integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL,
        updated_at timestamptz NOT NULL,
        version integer NOT NULL DEFAULT 0,
        CONSTRAINT openapi_specs_source CHECK ((source_url IS NULL) <> (source_text IS NULL))
      )`);
    await tx.raw('CREATE UNIQUE INDEX openapi_specs_slug ON openapi_specs (organization_id, slug)');
    await tx.raw('CREATE INDEX openapi_specs_listed ON openapi_specs (organization_id, id)');
    // Without a foreign key: the versions of a specification that was deleted go in steps.
    await tx.raw(`
      CREATE TABLE openapi_versions (
        id text COLLATE "C" PRIMARY KEY,
        spec_id text COLLATE "C" NOT NULL,
        digest bytea NOT NULL,
        filesystem text NOT NULL,
        document text NOT NULL,
        created_at timestamptz NOT NULL
      )`);
    await tx.raw('CREATE INDEX openapi_versions_of_spec ON openapi_versions (spec_id, id)');
  },
};
