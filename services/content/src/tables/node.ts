import type { Db, Tx } from '@quire/runtime';
import { canonicalJson } from '../domain/merkle/merkle-map.js';

/** The nodes of the given hashes, in one query. Missing ones are missing in the answer. */
export async function findNodes(db: Db, hashes: readonly string[]): Promise<{ hash: string; body: string }[]> {
  const { rows } = await db.raw<{ rows: { hash: string; body: string }[] }>(
    'SELECT hash, body FROM nodes WHERE hash = ANY (?)',
    [[...hashes]],
  );
  return rows;
}

/** Of one statement: writing them as JSON keeps everybody else waiting. */
const batch = 500;

/**
 * Stores nodes; those that exist already are left alone, since equal hashes are equal nodes. In the order of hashes: two
 * transactions that store the same ones wait for each other, but never both.
 */
export async function insertNodes(tx: Tx, nodes: ReadonlyMap<string, unknown>): Promise<void> {
  const hashes = [...nodes.keys()].sort();
  for (let start = 0; start < hashes.length; start += batch) {
    const some = hashes.slice(start, start + batch);
    await tx.raw(
      `INSERT INTO nodes (hash, body) SELECT * FROM unnest(?::text[], ?::text[]) AS n (hash, body) ORDER BY hash COLLATE "C"
       ON CONFLICT DO NOTHING`,
      [some, some.map((hash) => canonicalJson(nodes.get(hash)))],
    );
  }
}
