import type { Migration } from '@quire/runtime';

export const createWebhooks: Migration = {
  name: '0005-webhooks',
  async up(tx) {
    // The secret is encrypted: it has to be read again for each signature.
    await tx.raw(`
      CREATE TABLE webhooks (
        id text COLLATE "C" PRIMARY KEY,
        organization_id text COLLATE "C" NOT NULL,
        version integer NOT NULL DEFAULT 1,
        url text NOT NULL,
        events text[] NOT NULL,
        secret bytea NOT NULL,
        status text NOT NULL CHECK (status IN ('active', 'paused')),
        paused_by text CHECK (paused_by IN ('user', 'failures')),
        paused_at timestamptz(3),
        failures integer NOT NULL DEFAULT 0,
        created_by text NOT NULL,
        created_at timestamptz(3) NOT NULL,
        updated_at timestamptz(3) NOT NULL,
        CHECK ((status = 'paused') = (paused_by IS NOT NULL AND paused_at IS NOT NULL))
      )`);
    await tx.raw('CREATE INDEX webhooks_organization ON webhooks (organization_id, id)');

    // Not bound to their webhook: the sweeper, not whoever deletes a webhook, deletes what may be a hundred thousand rows.
    await tx.raw(`
      CREATE TABLE webhook_deliveries (
        id text COLLATE "C" PRIMARY KEY,
        webhook_id text COLLATE "C" NOT NULL,
        event_id uuid NOT NULL,
        type text NOT NULL,
        body text NOT NULL,
        status text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'skipped')),
        attempts jsonb NOT NULL DEFAULT '[]',
        redelivery_of text COLLATE "C",
        created_at timestamptz(3) NOT NULL,
        finished_at timestamptz(3)
      )`);
    await tx.raw('CREATE INDEX webhook_deliveries_log ON webhook_deliveries (webhook_id, id)');
    await tx.raw('CREATE INDEX webhook_deliveries_by_status ON webhook_deliveries (webhook_id, status, id)');
  },
};
