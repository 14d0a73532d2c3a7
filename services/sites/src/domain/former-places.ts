import type { Db, Tx } from '@quire/runtime';
import { findFormerPlaces, type FormerPlace, insertFormerPlaces } from '../tables/former-place.js';
import type { Tree } from './tree.js';

/** Notes where spaces stood that do not stand there any more, for readers who come back. */
export async function noteFormerPlaces(
  tx: Tx,
  siteId: string,
  { before, after }: { before: Tree; after: Tree },
): Promise<void> {
  const left = new Set(after.siteSpaces.map(({ id }) => id));
  const now = placesIn(after);
  const former = [...placesIn(before)].flatMap(([path, id]): FormerPlace[] =>
    left.has(id) && now.get(path) !== id ? [{ path, site_space_id: id }] : [],
  );
  await insertFormerPlaces(tx, siteId, former);
}

/** The spaces that stood at the beginning of a path, the longest first, each with what follows it. */
export async function formerPlacesOf(
  db: Db,
  siteId: string,
  path: readonly string[],
): Promise<{ siteSpaceId: string; rest: string[] }[]> {
  // Section and space: a place has no more segments.
  const lengths = [2, 1, 0].filter((length) => length <= path.length);
  const pathOf = (length: number) => path.slice(0, length).join('/');
  const places = await findFormerPlaces(db, siteId, lengths.map(pathOf));
  return lengths.flatMap((length) => {
    const found = places.find((place) => place.path === pathOf(length));
    return found ? [{ siteSpaceId: found.site_space_id, rest: path.slice(length) }] : [];
  });
}

/** By path, the space that readers find there, short ways and long ones. */
function placesIn({ sections, siteSpaces, lead }: Tree): Map<string, string> {
  const places = new Map<string, string>();
  if (lead) places.set('', lead.id);
  if (sections.length === 0) for (const { id, path } of siteSpaces) places.set(path, id);
  for (const section of sections) {
    if (section.lead) places.set(section.path, section.lead.id);
    for (const { id, path } of section.siteSpaces) places.set(`${section.path}/${path}`, id);
  }
  return places;
}
