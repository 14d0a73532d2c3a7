import { createIdempotencyTable, createInboxTable, createOutboxTable, type Migration } from '@quire/runtime';

export const createSites: Migration = {
  name: '0001-sites',
  async up(tx) {
    // Projections of what identity and content own.
    await tx.raw(`
      CREATE TABLE organizations (
        id text COLLATE "C" PRIMARY KEY,
        title text NOT NULL,
        hostname text,
        sequence integer NOT NULL
      )`);
    // Facts are those of the latest event, null once the space is purged: the row stays, so that no late event revives it.
    await tx.raw(`
      CREATE TABLE spaces (
        id text COLLATE "C" PRIMARY KEY,
        organization_id text COLLATE "C" NOT NULL,
        state text NOT NULL CHECK (state IN ('present', 'deleted', 'purged')),
        facts jsonb CHECK (facts IS NOT NULL OR state = 'purged'),
        sequence integer NOT NULL
      )`);

    await tx.raw(`
      CREATE TABLE sites (
        id text COLLATE "C" PRIMARY KEY,
        organization_id text COLLATE "C" NOT NULL REFERENCES organizations,
        type text NOT NULL,
        title text NOT NULL,
        visibility text NOT NULL,
        basename text,
        adaptive_content boolean NOT NULL DEFAULT false,
        published boolean NOT NULL DEFAULT false,
        default_site_space_id text COLLATE "C",
        created_at timestamptz(3) NOT NULL,
        version integer NOT NULL DEFAULT 1,
        CONSTRAINT sites_basename UNIQUE (organization_id, basename)
      )`);
    await tx.raw('CREATE INDEX sites_organization ON sites (organization_id, id)');

    await tx.raw(`
      CREATE TABLE site_spaces (
        id text COLLATE "C" PRIMARY KEY,
        site_id text COLLATE "C" NOT NULL REFERENCES sites,
        space_id text COLLATE "C" NOT NULL REFERENCES spaces,
        path text NOT NULL,
        order_key text COLLATE "C" NOT NULL,
        condition text,
        created_at timestamptz(3) NOT NULL,
        version integer NOT NULL DEFAULT 1,
        UNIQUE (site_id, id),
        CONSTRAINT site_spaces_space UNIQUE (site_id, space_id),
        CONSTRAINT site_spaces_path UNIQUE (site_id, path),
        CONSTRAINT site_spaces_order UNIQUE (site_id, order_key)
      )`);
    await tx.raw('CREATE INDEX site_spaces_by_space ON site_spaces (space_id)');
    await tx.raw(`
      ALTER TABLE sites ADD FOREIGN KEY (id, default_site_space_id) REFERENCES site_spaces (site_id, id)
        DEFERRABLE INITIALLY DEFERRED`);

    await createOutboxTable(tx);
    await createInboxTable(tx);
    await createIdempotencyTable(tx);
  },
};
