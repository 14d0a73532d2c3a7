import type { Migration } from '@quire/runtime';

/** Moments have milliseconds, as JavaScript has them. */
export const createInstallations: Migration = {
  name: '0003-integrations',
  async up(tx) {
    await tx.raw(`
      CREATE TABLE integrations (
        name text COLLATE "C" PRIMARY KEY,
        organization_id text COLLATE "C" NOT NULL,
        version integer NOT NULL DEFAULT 1,
        title text NOT NULL,
        description text,
        summary text,
        visibility text NOT NULL CHECK (visibility IN ('public', 'private', 'unlisted')),
        target text NOT NULL CHECK (target IN ('all', 'site', 'space', 'organization')),
        scopes text[] NOT NULL,
        categories text[] NOT NULL,
        blocks jsonb,
        content_sources jsonb,
        configurations jsonb,
        content_security_policy jsonb,
        external_links jsonb NOT NULL,
        block_domains text[] NOT NULL,
        has_blocks boolean NOT NULL,
        has_content_sources boolean NOT NULL,
        icon text,
        preview_images text[] NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`);
    await tx.raw(`CREATE INDEX integrations_public ON integrations (name) WHERE visibility = 'public'`);
    await tx.raw('CREATE INDEX integrations_owner ON integrations (organization_id, name)');
    await tx.raw('CREATE INDEX integrations_categories ON integrations USING gin (categories)');
    await tx.raw('CREATE INDEX integrations_block_domains ON integrations USING gin (block_domains)');
    await tx.raw(
      `CREATE INDEX integrations_search ON integrations USING gin (lower(name || ' ' || title) gin_trgm_ops)`,
    );

    // Beside the rest, because they are megabytes that only those who run them need. Secrets are encrypted.
    await tx.raw(`
      CREATE TABLE integration_scripts (
        integration text COLLATE "C" PRIMARY KEY REFERENCES integrations ON DELETE CASCADE,
        script text NOT NULL,
        script_hash text NOT NULL,
        runtime text,
        secrets bytea
      )`);
    await tx.raw(`
      CREATE TABLE integration_images (
        integration text COLLATE "C" NOT NULL REFERENCES integrations ON DELETE CASCADE,
        name text COLLATE "C" NOT NULL,
        content_type text NOT NULL,
        bytes bytea NOT NULL,
        PRIMARY KEY (integration, name)
      )`);

    await tx.raw(`
      CREATE TABLE installations (
        id text COLLATE "C" PRIMARY KEY,
        integration text COLLATE "C" NOT NULL REFERENCES integrations ON DELETE CASCADE,
        organization_id text COLLATE "C" NOT NULL,
        status text NOT NULL CHECK (status IN ('active', 'pending', 'paused')),
        space_selection text NOT NULL CHECK (space_selection IN ('all', 'selected')),
        site_selection text NOT NULL CHECK (site_selection IN ('all', 'selected')),
        configuration jsonb NOT NULL DEFAULT '{}',
        external_ids text[] NOT NULL DEFAULT '{}',
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        version integer NOT NULL DEFAULT 1,
        CONSTRAINT installations_once UNIQUE (integration, organization_id)
      )`);
    await tx.raw('CREATE INDEX installations_integration ON installations (integration, id)');
    await tx.raw('CREATE INDEX installations_organization ON installations (organization_id, id)');
    await tx.raw('CREATE INDEX installations_external_ids ON installations USING gin (external_ids)');

    await tx.raw(`CREATE INDEX organizations_hostname ON organizations ((facts ->> 'hostname'))`);

    for (const [noun, table] of [
      ['space', 'installation_spaces'],
      ['site', 'installation_sites'],
    ]) {
      await tx.raw(`
        CREATE TABLE ${table} (
          installation_id text COLLATE "C" NOT NULL REFERENCES installations ON DELETE CASCADE,
          ${noun}_id text COLLATE "C" NOT NULL,
          status text NOT NULL CHECK (status IN ('active', 'pending', 'paused')),
          configuration jsonb NOT NULL DEFAULT '{}',
          external_ids text[] NOT NULL DEFAULT '{}',
          created_at timestamptz(3) NOT NULL,
          updated_at timestamptz(3) NOT NULL,
          PRIMARY KEY (installation_id, ${noun}_id)
        )`);
      await tx.raw(`CREATE INDEX ${table}_${noun} ON ${table} (${noun}_id)`);
      // A projection; a row stays when what it is about is gone, so that an older event cannot bring it back.
      await tx.raw(`
        CREATE TABLE ${noun}s (
          id text COLLATE "C" PRIMARY KEY,
          organization_id text COLLATE "C" NOT NULL,
          state text NOT NULL CHECK (state IN ('present', 'deleted', 'purged')),
          facts jsonb,
          sequence integer NOT NULL
        )`);
      await tx.raw(`CREATE INDEX ${noun}s_organization ON ${noun}s (organization_id, id) WHERE state = 'present'`);
    }

    await tx.raw(`
      CREATE TABLE tokens (
        hash text COLLATE "C" PRIMARY KEY,
        id text COLLATE "C" NOT NULL,
        integration text COLLATE "C" NOT NULL REFERENCES integrations ON DELETE CASCADE,
        installation_id text COLLATE "C" REFERENCES installations ON DELETE CASCADE,
        issued_by text COLLATE "C",
        created_at timestamptz(3) NOT NULL,
        expires_at timestamptz(3) NOT NULL
      )`);
    await tx.raw('CREATE INDEX tokens_integration ON tokens (integration)');
    await tx.raw('CREATE INDEX tokens_installation ON tokens (installation_id)');
    await tx.raw('CREATE INDEX tokens_issued_by ON tokens (issued_by) WHERE issued_by IS NOT NULL');
    await tx.raw('CREATE INDEX tokens_expires_at ON tokens (expires_at)');
  },
};
