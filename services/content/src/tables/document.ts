import type { Db, Tx } from '@quire/runtime';

/** The Markdown of the given hashes, in one query. */
export async function findDocuments(db: Db, hashes: readonly string[]): Promise<{ hash: string; markdown: string }[]> {
  const { rows } = await db.raw<{ rows: { hash: string; markdown: string }[] }>(
    'SELECT hash, markdown FROM documents WHERE hash = ANY (?)',
    [[...hashes]],
  );
  return rows;
}

/** Stores Markdown by its hash, in the order of hashes as nodes are; what exists already is left alone. */
export async function insertDocuments(tx: Tx, documents: ReadonlyMap<string, string>): Promise<void> {
  if (documents.size === 0) return;
  await tx.raw(
    `INSERT INTO documents (hash, markdown) SELECT * FROM unnest(?::text[], ?::text[]) AS d (hash, markdown) ORDER BY hash
     ON CONFLICT DO NOTHING`,
    [[...documents.keys()], [...documents.values()]],
  );
}
