import type { Migration } from '@quire/runtime';

/** How far the import of Quire's own documentation has come. Instances that are there already go without it. */
export const noteDocumentation: Migration = {
  name: '0004-documentation',
  async up(tx) {
    await tx.raw(`
      ALTER TABLE first_boot
        ADD COLUMN organization_id text COLLATE "C",
        ADD COLUMN documentation jsonb NOT NULL DEFAULT '{"done": true}'`);
    await tx.raw(`ALTER TABLE first_boot ALTER COLUMN documentation SET DEFAULT '{}'`);
  },
};
