import { type Db, sha256, type Tx } from '@quire/runtime';

const hashOf = (path: string) => sha256(path).toString('base64url');

/** Notes pages by their former paths; the latest page that left a path counts. */
export async function upsertFormerPaths(tx: Tx, spaceId: string, pages: ReadonlyMap<string, string>): Promise<void> {
  if (pages.size === 0) return;
  await tx.raw(
    `INSERT INTO former_paths (space_id, path_hash, page_id) SELECT ?, * FROM unnest(?::text[], ?::text[])
     ON CONFLICT (space_id, path_hash) DO UPDATE SET page_id = excluded.page_id`,
    [spaceId, [...pages.keys()].map(hashOf), [...pages.values()]],
  );
}

/** The page that left each of the paths, for those that a page has left. */
export async function findFormerPages(
  db: Db,
  spaceId: string,
  paths: readonly string[],
): Promise<{ path: string; page: string }[]> {
  const byHash = new Map(paths.map((path) => [hashOf(path), path]));
  const { rows } = await db.raw<{ rows: { path_hash: string; page_id: string }[] }>(
    'SELECT path_hash, page_id FROM former_paths WHERE space_id = ? AND path_hash = ANY (?)',
    [spaceId, [...byHash.keys()]],
  );
  return rows.map(({ path_hash, page_id }) => ({ path: byHash.get(path_hash)!, page: page_id }));
}
