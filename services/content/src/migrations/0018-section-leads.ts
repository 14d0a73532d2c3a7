import type { Migration } from '@quire/runtime';

export const sectionLeads: Migration = {
  name: '0018-section-leads',
  async up(tx) {
    // The words of title and heading alone: short enough to be stored beside the rest of the row, unlike all words.
    await tx.raw(`
      ALTER TABLE sections ADD COLUMN lead tsvector GENERATED ALWAYS AS (ts_filter(vector, '{a,b}')) STORED;
    `);
  },
};
