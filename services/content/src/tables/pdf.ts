import type { Db } from '@quire/runtime';

/** How a key is made, and by whom at the moment: see the table `pdfs`. */

/** Says that a PDF is there and needed: it stays for a day. False when it has to be made. */
export async function usePdf(db: Db, key: string, now: Date): Promise<boolean> {
  return (await db('pdfs').where({ key }).whereNotNull('made_at').update({ used_at: now })) > 0;
}

/** Why a PDF could not be made lately, and before when nobody tries again. */
export async function findFailure(db: Db, key: string, now: Date): Promise<string | undefined> {
  const row = await db('pdfs')
    .where({ key })
    .where('leased_until', '>', now)
    .first<{ failure: string | null }>('failure');
  return row?.failure ?? undefined;
}

/** Takes the making of a PDF on until a time; false when it is made, being made, or failed lately. */
export async function leasePdf(db: Db, key: string, { now, until }: { now: Date; until: Date }): Promise<boolean> {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `INSERT INTO pdfs (key, leased_until, used_at) VALUES (:key, :until, :now)
     ON CONFLICT (key) DO UPDATE SET leased_until = :until, used_at = :now, failure = NULL
       WHERE pdfs.made_at IS NULL AND pdfs.leased_until <= :now
     RETURNING key`,
    { key, now, until },
  );
  return rows.length > 0;
}

/** Prolongs what {@link leasePdf} began. */
export async function keepLease(db: Db, key: string, until: Date): Promise<void> {
  await db('pdfs').where({ key, made_at: null, failure: null }).update({ leased_until: until });
}

export async function finishPdf(db: Db, key: string, now: Date): Promise<void> {
  await db('pdfs').where({ key }).update({ made_at: now, used_at: now, leased_until: now });
}

/** Keeps in mind that a PDF cannot be made, and why. */
export async function failPdf(
  db: Db,
  key: string,
  { failure, until }: { failure: string; until: Date },
): Promise<void> {
  await db('pdfs').where({ key, made_at: null }).update({ failure, leased_until: until });
}

/** Gives the making of a PDF up, so that the next caller takes it on. */
export async function releasePdf(db: Db, key: string): Promise<void> {
  await db('pdfs').where({ key, made_at: null }).delete();
}

/** Takes PDFs that nobody used since `before` away from callers, and out of the hands of other sweepers until a time. */
export async function retirePdfs(
  db: Db,
  { before, now, until, limit }: { before: Date; now: Date; until: Date; limit: number },
): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { key: string }[] }>(
    `UPDATE pdfs SET made_at = NULL, failure = NULL, leased_until = :until
     WHERE key IN (
       SELECT key FROM pdfs WHERE used_at < :before AND leased_until <= :now
       ORDER BY used_at LIMIT :limit FOR UPDATE SKIP LOCKED
     )
     RETURNING key`,
    { before, now, until, limit },
  );
  return rows.map(({ key }) => key);
}

/** Forgets retired PDFs, but for those that were leased again since. */
export async function deletePdfs(db: Db, keys: readonly string[], until: Date): Promise<void> {
  await db('pdfs')
    .whereIn('key', [...keys])
    .where({ made_at: null, leased_until: until })
    .delete();
}
