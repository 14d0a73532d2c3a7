import type { Migration } from '@quire/runtime';

export const createStructure: Migration = {
  name: '0002-structure',
  async up(tx) {
    await tx.raw(`
      CREATE TABLE section_groups (
        id text COLLATE "C" PRIMARY KEY,
        site_id text COLLATE "C" NOT NULL REFERENCES sites ON DELETE CASCADE,
        title text NOT NULL,
        icon text,
        order_key text COLLATE "C" NOT NULL,
        created_at timestamptz(3) NOT NULL,
        UNIQUE (site_id, id),
        UNIQUE (site_id, order_key)
      )`);
    await tx.raw(`
      CREATE TABLE sections (
        id text COLLATE "C" PRIMARY KEY,
        site_id text COLLATE "C" NOT NULL REFERENCES sites ON DELETE CASCADE,
        group_id text COLLATE "C",
        title text NOT NULL,
        description text,
        path text NOT NULL,
        icon text,
        condition text,
        order_key text COLLATE "C" NOT NULL,
        default_site_space_id text COLLATE "C",
        created_at timestamptz(3) NOT NULL,
        UNIQUE (site_id, id),
        UNIQUE (site_id, path),
        UNIQUE NULLS NOT DISTINCT (site_id, group_id, order_key),
        FOREIGN KEY (site_id, group_id) REFERENCES section_groups (site_id, id)
      )`);

    // Paths and places are those among siblings: in a section, or on a site without sections.
    await tx.raw(`
      ALTER TABLE site_spaces
        ADD COLUMN section_id text COLLATE "C",
        ADD FOREIGN KEY (site_id, section_id) REFERENCES sections (site_id, id),
        ADD UNIQUE (section_id, id),
        DROP CONSTRAINT site_spaces_path,
        DROP CONSTRAINT site_spaces_order,
        ADD CONSTRAINT site_spaces_path UNIQUE NULLS NOT DISTINCT (site_id, section_id, path),
        ADD CONSTRAINT site_spaces_order UNIQUE NULLS NOT DISTINCT (site_id, section_id, order_key)`);

    // Whoever is a default and goes leaves none: the next is chosen in the same transaction.
    await tx.raw(`
      ALTER TABLE sections ADD FOREIGN KEY (id, default_site_space_id) REFERENCES site_spaces (section_id, id)
        ON DELETE SET NULL (default_site_space_id) DEFERRABLE INITIALLY DEFERRED`);
    await tx.raw(`
      ALTER TABLE sites
        ADD COLUMN default_section_id text COLLATE "C",
        ADD FOREIGN KEY (id, default_section_id) REFERENCES sections (site_id, id)
          ON DELETE SET NULL (default_section_id) DEFERRABLE INITIALLY DEFERRED,
        DROP CONSTRAINT sites_id_default_site_space_id_fkey,
        ADD CONSTRAINT sites_default_site_space FOREIGN KEY (id, default_site_space_id)
          REFERENCES site_spaces (site_id, id)
          ON DELETE SET NULL (default_site_space_id) DEFERRABLE INITIALLY DEFERRED`);

    await tx.raw(`
      CREATE TABLE share_links (
        id text COLLATE "C" PRIMARY KEY,
        site_id text COLLATE "C" NOT NULL REFERENCES sites ON DELETE CASCADE,
        name text NOT NULL,
        active boolean NOT NULL DEFAULT true,
        created_at timestamptz(3) NOT NULL,
        version integer NOT NULL DEFAULT 1
      )`);
    await tx.raw('CREATE INDEX share_links_site ON share_links (site_id, id)');
    await tx.raw('CREATE INDEX organizations_hostname ON organizations (hostname)');
  },
};
