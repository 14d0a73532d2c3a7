import type { Db, Tx } from '@quire/runtime';
import { blobId } from '../git/blob-id.js';
import { reprieve } from './condemned.js';

/** The Markdown of the given hashes, in one query. */
export async function findDocuments(db: Db, hashes: readonly string[]): Promise<{ hash: string; markdown: string }[]> {
  const { rows } = await db.raw<{ rows: { hash: string; markdown: string }[] }>(
    'SELECT hash, markdown FROM documents WHERE hash = ANY (?)',
    [[...hashes]],
  );
  return rows;
}

/** The ids that git gives to the documents of the given hashes, in one query. */
export async function findBlobIds(db: Db, hashes: readonly string[]): Promise<{ hash: string; blob_id: string }[]> {
  const { rows } = await db.raw<{ rows: { hash: string; blob_id: string }[] }>(
    'SELECT hash, blob_id FROM documents WHERE hash = ANY (?)',
    [[...hashes]],
  );
  return rows;
}

/** A text of a space: what its pages have, or had. */
export interface SpaceDocument {
  document: string;
  /** Hash of what its links lead to. */
  link_targets: string | null;
}

export async function findSpaceDocument(db: Db, spaceId: string, document: string): Promise<SpaceDocument | undefined> {
  return db('space_documents').where({ space_id: spaceId, document }).first('document', 'link_targets');
}

/** Notes texts of a space; the latest targets of a text's links count. */
export async function upsertSpaceDocuments(
  tx: Tx,
  spaceId: string,
  documents: ReadonlyMap<string, string | undefined>,
): Promise<void> {
  if (documents.size === 0) return;
  await tx.raw(
    `INSERT INTO space_documents (space_id, document, link_targets)
     SELECT ?, document, nullif(link_targets, '') FROM unnest(?::text[], ?::text[]) AS d (document, link_targets)
     ORDER BY document
     ON CONFLICT (space_id, document) DO UPDATE SET link_targets = excluded.link_targets
     WHERE space_documents.link_targets IS DISTINCT FROM excluded.link_targets`,
    [spaceId, [...documents.keys()], [...documents.values()].map((targets) => targets ?? '')],
  );
}

/** Of one statement, in characters: the driver holds several copies of what it sends, and others wait while it makes them. */
const batch = 1_000_000;

/** Stores Markdown by its hash, in the order of hashes as nodes are; what exists already is left alone. */
export async function insertDocuments(tx: Tx, documents: ReadonlyMap<string, string>): Promise<void> {
  let hashes: string[] = [];
  let size = 0;
  const flush = async () => {
    await reprieve(tx, 'documents', hashes);
    await tx.raw(
      `INSERT INTO documents (hash, markdown, blob_id)
       SELECT * FROM unnest(?::text[], ?::text[], ?::text[]) AS d (hash, markdown, blob_id) ORDER BY hash COLLATE "C"
       ON CONFLICT DO NOTHING`,
      [hashes, hashes.map((hash) => documents.get(hash)!), hashes.map((hash) => blobId(documents.get(hash)!))],
    );
    hashes = [];
    size = 0;
  };
  for (const hash of [...documents.keys()].sort()) {
    hashes.push(hash);
    size += documents.get(hash)!.length;
    if (size >= batch) await flush();
  }
  if (hashes.length > 0) await flush();
}

export async function deleteDocuments(tx: Tx, hashes: readonly string[]): Promise<void> {
  await tx.raw('DELETE FROM documents WHERE hash = ANY (?)', [[...hashes]]);
}
