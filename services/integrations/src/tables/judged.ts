import type { Installation } from '@quire/contract';
import type { Tx } from '@quire/runtime';

/** What is configured: an installation as a whole, and what it has on spaces and on sites. */
export const judgedKinds = ['account', 'space', 'site'] as const;
export type JudgedKind = (typeof judgedKinds)[number];

/** A configuration, and where it stands; `place` is empty for that of the installation as a whole. */
export interface PlacedConfiguration {
  installation: string;
  place: string;
  organization_id: string;
  status: Installation['status'];
  configuration: Installation['configuration'];
}

/** Names of tables and columns; of a fixed set, so that they can stand in SQL. */
const names = {
  space: { table: 'installation_spaces', place: 'space_id' },
  site: { table: 'installation_sites', place: 'site_id' },
} as const;

/** Configurations of an integration by installation and place, their installations kept from others' changes. */
export async function lockToJudge(
  tx: Tx,
  kind: JudgedKind,
  { integration, after, limit }: { integration: string; after: { installation: string; place: string }; limit: number },
): Promise<PlacedConfiguration[]> {
  const columns = 'i.id AS installation, i.organization_id';
  const wanted =
    kind === 'account'
      ? `SELECT ${columns}, '' AS place, i.status, i.configuration FROM installations i
         WHERE i.integration = :integration AND i.id > :installation ORDER BY i.id`
      : `SELECT ${columns}, x.${names[kind].place} AS place, x.status, x.configuration
         FROM installations i JOIN ${names[kind].table} x ON x.installation_id = i.id
         WHERE i.integration = :integration AND i.id >= :installation
           AND (x.installation_id, x.${names[kind].place}) > (:installation, :place)
         ORDER BY i.id, x.${names[kind].place}`;
  const { rows } = await tx.raw<{ rows: PlacedConfiguration[] }>(`${wanted} LIMIT :limit FOR NO KEY UPDATE`, {
    integration,
    ...after,
    limit,
  });
  return rows;
}

/** Writes statuses and configurations of what the transaction has locked, in one statement. */
export async function writeJudged(
  tx: Tx,
  kind: JudgedKind,
  { rows, now }: { rows: readonly PlacedConfiguration[]; now: Date },
): Promise<void> {
  if (rows.length === 0) return;
  const { table, where } =
    kind === 'account'
      ? { table: 'installations', where: 't.id = n.installation' }
      : {
          table: names[kind].table,
          where: `t.installation_id = n.installation AND t.${names[kind].place} = n.place`,
        };
  await tx.raw(
    `UPDATE ${table} t SET status = n.status, configuration = n.configuration, updated_at = :now
     FROM jsonb_to_recordset(:rows::jsonb)
       AS n(installation text COLLATE "C", place text COLLATE "C", status text, configuration jsonb)
     WHERE ${where}`,
    { rows: JSON.stringify(rows), now },
  );
}
