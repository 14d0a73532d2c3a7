import type { Db, Tx } from '@quire/runtime';

/** Where a space of a site stood: the segments of its path, joined with slashes; empty for the root of the site. */
export interface FormerPlace {
  path: string;
  site_space_id: string;
}

export async function insertFormerPlaces(tx: Tx, siteId: string, places: readonly FormerPlace[]): Promise<void> {
  if (places.length === 0) return;
  await tx('former_places')
    .insert(places.map((place) => ({ ...place, site_id: siteId })))
    .onConflict(['site_id', 'path'])
    .merge(['site_space_id']);
}

/** Those among the given paths at which something stood. */
export async function findFormerPlaces(db: Db, siteId: string, paths: readonly string[]): Promise<FormerPlace[]> {
  return db('former_places').where({ site_id: siteId }).whereIn('path', paths).select('path', 'site_space_id');
}
