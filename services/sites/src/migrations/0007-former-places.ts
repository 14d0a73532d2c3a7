import type { Migration } from '@quire/runtime';

/** Paths at which spaces of a site stood before; the one that stood there last counts. */
export const createFormerPlaces: Migration = {
  name: '0007-former-places',
  async up(tx) {
    await tx.raw(`
      CREATE TABLE former_places (
        site_id text COLLATE "C" NOT NULL REFERENCES sites ON DELETE CASCADE,
        path text COLLATE "C" NOT NULL,
        site_space_id text COLLATE "C" NOT NULL REFERENCES site_spaces ON DELETE CASCADE,
        PRIMARY KEY (site_id, path)
      )`);
    await tx.raw('CREATE INDEX former_places_site_space ON former_places (site_space_id)');
  },
};
