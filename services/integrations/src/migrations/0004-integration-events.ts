import type { Migration } from '@quire/runtime';

export const createIntegrationEvents: Migration = {
  name: '0004-integration-events',
  async up(tx) {
    // What an installation was told outlives it: its last event says that it is gone. No status: not tried yet.
    await tx.raw(`
      CREATE TABLE integration_events (
        id text COLLATE "C" PRIMARY KEY,
        integration text COLLATE "C" NOT NULL REFERENCES integrations ON DELETE CASCADE,
        organization_id text COLLATE "C",
        installation_id text COLLATE "C",
        payload jsonb NOT NULL,
        status text CHECK (status IN ('success', 'failed')),
        logs jsonb NOT NULL DEFAULT '[]',
        created_at timestamptz(3) NOT NULL
      )`);
    await tx.raw('CREATE INDEX integration_events_integration ON integration_events (integration, id)');
    await tx.raw('CREATE INDEX integration_events_created_at ON integration_events (created_at)');
    await tx.raw(`
      CREATE TABLE integration_tunnels (
        integration text COLLATE "C" PRIMARY KEY REFERENCES integrations ON DELETE CASCADE,
        url text NOT NULL,
        takes_all boolean NOT NULL,
        updated_at timestamptz(3) NOT NULL
      )`);
  },
};
