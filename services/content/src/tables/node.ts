import type { Db, Tx } from '@quire/runtime';
import { breather } from '../import/breather.js';
import { canonicalJson } from '../domain/merkle/merkle-map.js';
import { reprieve } from './condemned.js';

/** The nodes of the given hashes, in one query. Missing ones are missing in the answer. */
export async function findNodes(db: Db, hashes: readonly string[]): Promise<{ hash: string; body: string }[]> {
  const { rows } = await db.raw<{ rows: { hash: string; body: string }[] }>(
    'SELECT hash, body FROM nodes WHERE hash = ANY (?)',
    [[...hashes]],
  );
  return rows;
}

/** Of one statement, in rows and characters: writing them as JSON keeps everybody else waiting. */
const batch = { rows: 500, characters: 250_000 };

/**
 * Stores nodes; those that exist already are left alone, since equal hashes are equal nodes. In the order of hashes: two
 * transactions that store the same ones wait for each other, but never both.
 */
export async function insertNodes(tx: Tx, nodes: ReadonlyMap<string, unknown>): Promise<void> {
  let hashes: string[] = [];
  let bodies: string[] = [];
  let characters = 0;
  const flush = async () => {
    await reprieve(tx, 'nodes', hashes);
    await tx.raw(
      `INSERT INTO nodes (hash, body) SELECT * FROM unnest(?::text[], ?::text[]) AS n (hash, body) ORDER BY hash COLLATE "C"
       ON CONFLICT DO NOTHING`,
      [hashes, bodies],
    );
    hashes = [];
    bodies = [];
    characters = 0;
  };
  const breathe = breather();
  for (const hash of [...nodes.keys()].sort()) {
    const body = canonicalJson(nodes.get(hash));
    hashes.push(hash);
    bodies.push(body);
    characters += body.length;
    if (hashes.length >= batch.rows || characters >= batch.characters) await flush();
    await breathe();
  }
  if (hashes.length > 0) await flush();
}

export async function deleteNodes(tx: Tx, hashes: readonly string[]): Promise<void> {
  await tx.raw('DELETE FROM nodes WHERE hash = ANY (?)', [[...hashes]]);
}
