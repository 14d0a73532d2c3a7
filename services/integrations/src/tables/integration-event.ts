import type { Db, Tx } from '@quire/runtime';
import type { LogLine } from '../scripts/runner/protocol.js';

/** What an integration was told, or is to be told. */
export interface IntegrationEventRow {
  id: string;
  integration: string;
  /** Whose installation it is about; null when it is about none. */
  organization_id: string | null;
  installation_id: string | null;
  payload: Record<string, unknown>;
  /** Null until it was tried once. */
  status: 'success' | 'failed' | null;
  logs: LogLine[];
  created_at: Date;
}

const columns = [
  'id',
  'integration',
  'organization_id',
  'installation_id',
  'payload',
  'status',
  'logs',
  'created_at',
] as const;

export async function insertIntegrationEvents(tx: Tx, rows: readonly IntegrationEventRow[]): Promise<void> {
  await tx.raw(
    `INSERT INTO integration_events (${columns.join(', ')})
     SELECT ${columns.join(', ')} FROM jsonb_populate_recordset(NULL::integration_events, ?::jsonb)`,
    [JSON.stringify(rows)],
  );
}

export async function findIntegrationEvent(db: Db, id: string): Promise<IntegrationEventRow | undefined> {
  return db<IntegrationEventRow>('integration_events')
    .where({ id })
    .first(...columns);
}

/** What an integration was told, the latest first: at most `limit` before the one with the id `before`. */
export async function listIntegrationEvents(
  db: Db,
  integration: string,
  { before, limit }: { before?: string | undefined; limit: number },
): Promise<IntegrationEventRow[]> {
  return db<IntegrationEventRow>('integration_events')
    .where({ integration })
    .whereNotNull('status')
    .modify((query) => {
      if (before !== undefined) void query.where('id', '<', before);
    })
    .orderBy('id', 'desc')
    .limit(limit)
    .select(...columns);
}

export async function countIntegrationEvents(db: Db, integration: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    'SELECT count(*)::integer FROM integration_events WHERE integration = ? AND status IS NOT NULL',
    [integration],
  );
  return rows[0]!.count;
}

/** Notes how an attempt ended; what succeeded once stays so. */
export async function noteAttempt(
  tx: Tx,
  id: string,
  { status, logs }: { status: 'success' | 'failed'; logs: LogLine[] },
): Promise<void> {
  await tx('integration_events')
    .where({ id })
    .whereRaw(`status IS DISTINCT FROM 'success'`)
    .update({ status, logs: JSON.stringify(logs) });
}

/** Installations that act on a space, in the order of their ids. */
export async function installationsOfSpace(
  db: Db,
  { organization, space, after, limit }: { organization: string; space: string; after: string; limit: number },
): Promise<{ id: string; integration: string }[]> {
  const { rows } = await db.raw<{ rows: { id: string; integration: string }[] }>(
    `SELECT i.id, i.integration FROM installations i
     WHERE i.organization_id = :organization AND i.id > :after AND i.status = 'active'
       AND (i.space_selection = 'all' OR EXISTS (
         SELECT 1 FROM installation_spaces s WHERE s.installation_id = i.id AND s.space_id = :space))
     ORDER BY i.id LIMIT :limit`,
    { organization, space, after, limit },
  );
  return rows;
}

const batch = 1_000;

/** Deletes events from before a moment, a thousand at a time. */
export async function sweepIntegrationEvents(db: Db, before: Date): Promise<void> {
  for (let deleted = batch; deleted === batch; ) {
    const { rowCount } = await db.raw<{ rowCount: number }>(
      `DELETE FROM integration_events WHERE id IN (
         SELECT id FROM integration_events WHERE created_at < ? LIMIT ? FOR UPDATE SKIP LOCKED)`,
      [before, batch],
    );
    deleted = rowCount;
  }
}

/** Leaves each integration its latest `kept` events; the others go, a thousand at a time. */
export async function pruneIntegrationEvents(db: Db, kept: number): Promise<void> {
  const names = await db('integrations').pluck<string[]>('name');
  for (const name of names) {
    for (let deleted = batch; deleted === batch; ) {
      const { rowCount } = await db.raw<{ rowCount: number }>(
        `DELETE FROM integration_events WHERE id IN (
           SELECT id FROM integration_events WHERE integration = ? AND status IS NOT NULL
           ORDER BY id DESC OFFSET ? LIMIT ?)`,
        [name, kept, batch],
      );
      deleted = rowCount;
    }
  }
}

/** The id of an integration's installation at an organization. */
export async function findInstallationAt(
  db: Db,
  integration: string,
  organization: string,
): Promise<string | undefined> {
  const row = await db('installations')
    .where({ integration, organization_id: organization })
    .first<{ id: string } | undefined>('id');
  return row?.id;
}

/** Whose a space or site is that is there. */
export async function organizationOfPlace(db: Db, table: 'spaces' | 'sites', id: string): Promise<string | undefined> {
  const row = await db(table)
    .where({ id, state: 'present' })
    .first<{ organization_id: string } | undefined>('organization_id');
  return row?.organization_id;
}
