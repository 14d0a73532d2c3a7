import type { Tx } from '@quire/runtime';

/** What is stored by a hash of its content, whoever uses it. Sections of the search are: those of one page. */
export const kinds = ['nodes', 'documents', 'sections', 'links', 'bytes'] as const;
export type Kind = (typeof kinds)[number];

/** How a thing is named beside those of other kinds. */
export const keyOf = (kind: Kind, hash: string): string => `${kind} ${hash}`;
const hashIn = (key: string) => key.slice(key.indexOf(' ') + 1);

/**
 * To be called in the transaction that comes to use something by its hash, before it looks whether that is stored. Waits for a
 * sweep that is removing it; from then on, none does before the transaction has ended.
 */
export async function reprieve(tx: Tx, kind: Kind, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return;
  // In the order of keys: two transactions that use the same things wait for each other, but never both.
  await tx.raw(
    `WITH used AS MATERIALIZED (SELECT key FROM condemned WHERE key = ANY (?) ORDER BY key FOR UPDATE)
     DELETE FROM condemned WHERE key = ANY (ARRAY (SELECT key FROM used))`,
    [hashes.map((hash) => keyOf(kind, hash))],
  );
}

/** Whether the thing that `key` and `hash` of the relation `b` name is in use. A subquery, not a join: one look into an index. */
const usedOf = (kind: Kind) =>
  kind === 'sections'
    ? '(SELECT true FROM main_pages m WHERE m.page_key = b.hash LIMIT 1)'
    : '(SELECT true FROM marks m WHERE m.key = b.key)';

const stored: Record<Exclude<Kind, 'bytes'>, string> = {
  nodes: 'SELECT hash FROM nodes WHERE hash > :after ORDER BY hash LIMIT :limit',
  documents: 'SELECT hash FROM documents WHERE hash > :after ORDER BY hash LIMIT :limit',
  sections: 'SELECT page_key AS hash FROM sections WHERE page_key > :after ORDER BY page_key, ordinal LIMIT :limit',
  links: 'SELECT key AS hash FROM link_sets WHERE key > :after ORDER BY key LIMIT :limit',
};

/** Condemns what nothing uses of what is stored after a hash; the last hash looked at, or undefined at the end. */
export async function condemnUnused(
  tx: Tx,
  kind: Exclude<Kind, 'bytes'>,
  { after, limit, now }: { after: string; limit: number; now: Date },
): Promise<string | undefined> {
  const { rows } = await tx.raw<{ rows: { last: string | null }[] }>(
    `WITH b AS MATERIALIZED (SELECT hash, :kind || ' ' || hash AS key FROM (${stored[kind]}) AS stored), new AS (
       INSERT INTO condemned (key, since) SELECT key, :now FROM b WHERE ${usedOf(kind)} IS NULL ON CONFLICT DO NOTHING
     )
     SELECT max(hash) AS last FROM b`,
    { kind, after, limit, now },
  );
  return rows[0]!.last ?? undefined;
}

/** Condemns what nothing uses of the given bytes of files. */
export async function condemnUnusedBytes(tx: Tx, hashes: readonly string[], now: Date): Promise<void> {
  await tx.raw(
    `INSERT INTO condemned (key, since) SELECT key, ? FROM unnest(?::text[]) AS b (key) WHERE ${usedOf('bytes')} IS NULL
     ON CONFLICT DO NOTHING`,
    [now, hashes.map((hash) => keyOf('bytes', hash))],
  );
}

/**
 * Takes condemned things after a hash, but for those that somebody comes to use right now. Until the transaction ends, nobody
 * can.
 */
export async function takeCondemned(
  tx: Tx,
  kind: Kind,
  { after, limit }: { after: string; limit: number },
): Promise<{ hash: string; since: Date; used: boolean }[]> {
  const { rows } = await tx.raw<{ rows: { key: string; since: Date; used: boolean }[] }>(
    `WITH taken AS MATERIALIZED (
       SELECT key, since FROM condemned WHERE key > :after AND key < :end ORDER BY key LIMIT :limit FOR UPDATE SKIP LOCKED
     ), b AS (SELECT key, since, substr(key, :start) AS hash FROM taken)
     SELECT key, since, ${usedOf(kind)} IS NOT NULL AS used FROM b ORDER BY key`,
    { after: keyOf(kind, after), end: `${kind}!`, start: kind.length + 2, limit },
  );
  return rows.map(({ key, since, used }) => ({ hash: hashIn(key), since, used }));
}

export async function deleteCondemned(tx: Tx, kind: Kind, hashes: readonly string[]): Promise<void> {
  await tx.raw('DELETE FROM condemned WHERE key = ANY (?)', [hashes.map((hash) => keyOf(kind, hash))]);
}
