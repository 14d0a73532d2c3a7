import type { Tx } from '@quire/runtime';
import { keyOf } from './condemned.js';

/** What a sweep found to be used. */
export interface Mark {
  kind: 'nodes' | 'documents' | 'links' | 'bytes';
  hash: string;
  /** The map that a node is of; what is below it has to be marked, too. */
  map?: 'pages' | 'files';
}

export async function insertMarks(tx: Tx, marks: readonly Mark[]): Promise<void> {
  if (marks.length === 0) return;
  await tx.raw(
    `INSERT INTO marks (key, map) SELECT key, nullif(map, '') FROM unnest(?::text[], ?::text[]) AS m (key, map)
     ON CONFLICT DO NOTHING`,
    [marks.map(({ kind, hash }) => keyOf(kind, hash)), marks.map(({ map }) => map ?? '')],
  );
}

/** Marks the roots of the next revisions in the order of ids; the last one's id, or undefined at the end. */
export async function markRevisions(tx: Tx, after: string, limit: number): Promise<string | undefined> {
  return markBatch(
    tx,
    `SELECT id, pages, files, shown FROM revisions WHERE id > :after ORDER BY id LIMIT :limit`,
    `SELECT 'nodes ' || pages, 'pages' FROM batch UNION SELECT 'nodes ' || files, 'files' FROM batch
     UNION SELECT 'nodes ' || shown, 'pages' FROM batch WHERE shown IS NOT NULL`,
    { after, limit },
  );
}

/** Marks what can be read in the next spaces by the hash of a document; the last space's id, or undefined at the end. */
export async function markSpaces(tx: Tx, after: string): Promise<string | undefined> {
  return markBatch(
    tx,
    'SELECT id FROM spaces WHERE id > :after ORDER BY id LIMIT :limit',
    `SELECT 'documents ' || document, NULL FROM batch JOIN space_documents ON space_id = id
     UNION SELECT 'nodes ' || link_targets, NULL FROM batch JOIN space_documents ON space_id = id WHERE link_targets IS NOT NULL
     UNION SELECT 'nodes ' || pages, 'pages' FROM batch JOIN git_bases ON space_id = id
     UNION SELECT 'nodes ' || files, 'files' FROM batch JOIN git_bases ON space_id = id
     UNION SELECT 'nodes ' || pages, 'pages' FROM batch JOIN git_proposals ON space_id = id
     UNION SELECT 'nodes ' || files, 'files' FROM batch JOIN git_proposals ON space_id = id`,
    { after, limit: 1 },
  );
}

async function markBatch(
  tx: Tx,
  batch: string,
  marks: string,
  bindings: { after: string; limit: number },
): Promise<string | undefined> {
  const { rows } = await tx.raw<{ rows: { last: string | null }[] }>(
    `WITH batch AS MATERIALIZED (${batch}), marked AS (
       INSERT INTO marks (key, map) ${marks} ON CONFLICT DO NOTHING
     )
     SELECT max(id) AS last FROM batch`,
    { ...bindings },
  );
  return rows[0]!.last ?? undefined;
}

/** The next marked nodes of maps in the order of marking; a body is null where the node is not stored. */
export async function findMarkedNodes(
  tx: Tx,
  { after, limit }: { after: string; limit: number },
): Promise<{ number: string; map: 'pages' | 'files'; body: string | null }[]> {
  const { rows } = await tx.raw<{ rows: { number: string; map: 'pages' | 'files'; body: string | null }[] }>(
    `SELECT number, map, (SELECT body FROM nodes n WHERE n.hash = substr(m.key, 7)) AS body
     FROM marks m WHERE map IS NOT NULL AND number > ?::bigint ORDER BY number LIMIT ?`,
    [after || '0', limit],
  );
  return rows;
}
