import type { Installation } from '@quire/contract';
import type { Db, Tx } from '@quire/runtime';
import { containing } from './like.js';

export interface InstallationRow {
  id: string;
  integration: string;
  organization_id: string;
  status: Installation['status'];
  space_selection: Installation['space_selection'];
  site_selection: Installation['site_selection'];
  configuration: Installation['configuration'];
  external_ids: string[];
  created_at: Date;
  updated_at: Date;
  version: number;
}

/** With what is counted for it. */
export interface InstallationView extends InstallationRow {
  /** How many spaces it may act on. */
  spaces: number;
}

const names = [
  'id',
  'integration',
  'organization_id',
  'status',
  'space_selection',
  'site_selection',
  'configuration',
  'external_ids',
  'created_at',
  'updated_at',
  'version',
] as const;

/** The installations `i` that a condition finds. The spaces of an organization are counted once for all that act on them. */
const select = (where: string) => `
  WITH i AS MATERIALIZED (SELECT ${names.map((name) => `i.${name}`).join(', ')} FROM installations i WHERE ${where}),
  organizations AS MATERIALIZED (
    SELECT o.organization_id, (
      SELECT count(*)::integer FROM spaces s WHERE s.organization_id = o.organization_id AND s.state = 'present') AS spaces
    FROM (SELECT DISTINCT organization_id FROM i WHERE space_selection = 'all') o)
  SELECT i.*, CASE i.space_selection
    WHEN 'all' THEN o.spaces
    ELSE (SELECT count(*)::integer FROM installation_spaces x JOIN spaces s ON s.id = x.space_id
          WHERE x.installation_id = i.id AND s.state = 'present')
    END AS spaces
  FROM i LEFT JOIN organizations o ON o.organization_id = i.organization_id ORDER BY i.id`;

/** Whether the integration is installed at one of the organizations. */
export async function isInstalledAt(db: Db, integration: string, organizations: readonly string[]): Promise<boolean> {
  if (organizations.length === 0) return false;
  const row: unknown = await db('installations')
    .where({ integration })
    .whereIn('organization_id', organizations)
    .first('id');
  return row !== undefined;
}

export async function findInstallation(
  db: Db,
  { integration, id }: { integration: string; id: string },
): Promise<InstallationView | undefined> {
  const { rows } = await db.raw<{ rows: InstallationView[] }>(select('i.integration = ? AND i.id = ?'), [
    integration,
    id,
  ]);
  return rows[0];
}

/** Reads an installation and keeps others from changing it until the transaction ends. */
export async function lockInstallation(
  tx: Tx,
  key: { integration: string; id: string },
): Promise<InstallationView | undefined> {
  // Locked first: a count in the same statement would be that of the moment before the wait.
  await tx('installations').where(key).forNoKeyUpdate().first('id');
  return findInstallation(tx, key);
}

/** Puts in an installation; undefined when the organization has one of this integration. */
export async function insertInstallation(tx: Tx, row: InstallationRow): Promise<InstallationRow | undefined> {
  const [inserted] = await tx('installations')
    .insert({ ...row, configuration: JSON.stringify(row.configuration) })
    .onConflict(['integration', 'organization_id'])
    .ignore()
    .returning<InstallationRow[]>([...names]);
  return inserted;
}

export type InstallationChange = Partial<
  Pick<InstallationRow, 'status' | 'space_selection' | 'site_selection' | 'configuration' | 'external_ids'>
>;

/** Changes an installation that the transaction has locked. */
export async function updateInstallation(tx: Tx, id: string, change: InstallationChange & { updated_at: Date }) {
  const { configuration, ...rest } = change;
  await tx('installations')
    .where({ id })
    .update({
      ...rest,
      ...(configuration === undefined ? {} : { configuration: JSON.stringify(configuration) }),
      version: tx.raw('version + 1'),
    });
}

/** Counts the versions of installations up, and tells what they are now, with the titles of their integrations. */
export async function touchRows(tx: Tx, ids: readonly string[]): Promise<(InstallationRow & { title: string })[]> {
  if (ids.length === 0) return [];
  const { rows } = await tx.raw<{ rows: (InstallationRow & { title: string })[] }>(
    `UPDATE installations i SET version = i.version + 1 FROM integrations n
     WHERE n.name = i.integration AND i.id = ANY (?)
     RETURNING n.title, ${names.map((name) => `i.${name}`).join(', ')}`,
    [[...ids]],
  );
  return rows;
}

export async function deleteInstallation(tx: Tx, id: string): Promise<void> {
  await tx('installations').where({ id }).delete();
}

/** Takes all installations of an integration away and tells what they were. */
export async function deleteInstallationsOf(tx: Tx, integration: string): Promise<InstallationRow[]> {
  return tx('installations')
    .where({ integration })
    .delete()
    .returning<InstallationRow[]>([...names]);
}

export interface InstallationFilter {
  integration?: string;
  externalId?: string | undefined;
  /** Only those at one of these organizations. */
  organizations?: readonly string[];
  /** Part of the name or title of the integration, in any case. */
  search?: string | undefined;
}

/** Installations, oldest first: at most `limit` after the one with the id `after`. */
export async function listInstallations(
  db: Db,
  filter: InstallationFilter,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<InstallationView[]> {
  const { where, bindings } = matching(filter);
  const { rows } = await db.raw<{ rows: InstallationView[] }>(
    select(`${where} AND i.id > :after ORDER BY i.id LIMIT :limit`),
    { ...bindings, after, limit },
  );
  return rows;
}

export async function countInstallations(db: Db, filter: InstallationFilter): Promise<number> {
  const { where, bindings } = matching(filter);
  const { rows } = await db.raw<{ rows: { count: number }[] }>(
    `SELECT count(*)::integer FROM installations i WHERE ${where}`,
    bindings,
  );
  return rows[0]!.count;
}

function matching({ integration, externalId, organizations, search }: InstallationFilter) {
  const conditions = ['true'];
  if (integration !== undefined) conditions.push('i.integration = :integration');
  if (externalId !== undefined) conditions.push('i.external_ids @> ARRAY[:externalId]::text[]');
  // Of one alone, the index has them in the order of their ids.
  if (organizations?.length === 1) conditions.push('i.organization_id = (:organizations::text[])[1]');
  else if (organizations !== undefined) conditions.push('i.organization_id = ANY (:organizations)');
  if (search)
    conditions.push(`EXISTS (SELECT 1 FROM integrations n
      WHERE n.name = i.integration AND lower(n.name || ' ' || n.title) LIKE :pattern)`);
  const bindings = {
    pattern: containing(search),
    integration: integration ?? null,
    externalId: externalId ?? null,
    organizations: organizations ? [...organizations] : null,
  };
  return { where: conditions.join(' AND '), bindings };
}
