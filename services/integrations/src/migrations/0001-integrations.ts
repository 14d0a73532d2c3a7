import { createIdempotencyTable, createInboxTable, createOutboxTable, type Migration } from '@quire/runtime';

export const createIntegrations: Migration = {
  name: '0001-integrations',
  async up(tx) {
    // A projection: facts are those of identity's latest event, of which the owner of an integration is shown.
    await tx.raw(`
      CREATE TABLE organizations (
        id text COLLATE "C" PRIMARY KEY,
        facts jsonb NOT NULL,
        sequence integer NOT NULL
      )`);
    await createOutboxTable(tx);
    await createInboxTable(tx);
    await createIdempotencyTable(tx);
  },
};
