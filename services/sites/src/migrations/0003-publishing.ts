import type { Migration } from '@quire/runtime';

export const createPublishing: Migration = {
  name: '0003-publishing',
  async up(tx) {
    // The signing key follows from the site and the number of its key: the key itself is nowhere.
    await tx.raw(`
      ALTER TABLE sites
        ADD COLUMN visitor_key_number integer NOT NULL DEFAULT 1,
        ADD COLUMN visitor_backend text NOT NULL DEFAULT 'custom',
        ADD COLUMN visitor_fallback_url text,
        ADD COLUMN customization jsonb`);
    // What leads to something that goes, goes with it.
    await tx.raw(`
      CREATE TABLE redirects (
        id text COLLATE "C" PRIMARY KEY,
        site_id text COLLATE "C" NOT NULL REFERENCES sites ON DELETE CASCADE,
        source text COLLATE "C" NOT NULL,
        section_id text COLLATE "C" REFERENCES sections ON DELETE CASCADE,
        site_space_id text COLLATE "C" REFERENCES site_spaces ON DELETE CASCADE,
        page_id text COLLATE "C",
        created_at timestamptz(3) NOT NULL,
        CONSTRAINT redirects_source UNIQUE (site_id, source),
        CHECK ((section_id IS NULL) <> (site_space_id IS NULL)),
        CHECK (page_id IS NULL OR site_space_id IS NOT NULL)
      )`);
    await tx.raw('CREATE INDEX redirects_site ON redirects (site_id, id)');
    await tx.raw('CREATE INDEX redirects_section ON redirects (section_id)');
    await tx.raw('CREATE INDEX redirects_site_space ON redirects (site_space_id)');
  },
};
