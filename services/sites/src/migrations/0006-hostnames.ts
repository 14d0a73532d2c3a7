import type { Migration } from '@quire/runtime';

/** Host names of their own that sites are read at; each belongs to one site of the whole Quire. */
export const createHostnames: Migration = {
  name: '0006-hostnames',
  async up(tx) {
    await tx.raw(`
      ALTER TABLE sites ADD COLUMN custom_hostname text COLLATE "C" CONSTRAINT sites_custom_hostname UNIQUE`);
  },
};
