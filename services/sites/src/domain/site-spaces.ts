import { events } from '@quire/contract';
import { conflict, keyBetween, newId, notFound, recordEvents, type Tx } from '@quire/runtime';
import { type SiteRow, updateDefaultSiteSpace } from '../tables/site.js';
import {
  deleteSiteSpaces,
  insertSiteSpaces,
  listPlaces,
  type NewSiteSpace,
  type Place,
  type SiteSpaceRow,
  updateSiteSpace,
} from '../tables/site-space.js';
import type { SpaceFacts } from '../tables/space.js';
import { siteSpaceFact } from './facts.js';
import { freePath, pathOf } from './path.js';

/** Puts spaces at the end of a locked site, in the given order; the first of a site becomes its default. */
export async function addSpaces(tx: Tx, site: SiteRow, spaces: readonly SpaceFacts[], now: Date): Promise<string[]> {
  if (spaces.length === 0) return [];
  const places = await listPlaces(tx, site.id);
  const present = new Set(places.map((place) => place.space_id));
  const paths = new Set(places.map((place) => place.path));
  let last = places.at(-1)?.order_key;
  const added = spaces.map(({ space, title }): NewSiteSpace => {
    if (present.has(space)) throw conflict('The space is on this site already.');
    const path = freePath(pathOf(title, 'space'), paths);
    last = keyBetween(last, undefined);
    present.add(space);
    paths.add(path);
    const id = newId(now.getTime());
    return { id, site_id: site.id, space_id: space, path, order_key: last, created_at: now };
  });
  await insertSiteSpaces(tx, added);
  if (site.default_site_space_id === null) await updateDefaultSiteSpace(tx, site.id, added[0]!.id);
  const facts = added.map((row) => siteSpaceFact(site, { ...row, version: 1 }));
  await recordEvents(tx, events.siteSpaceAdded, facts);
  return added.map(({ id }) => id);
}

/** Takes spaces off a locked site; when the default goes, the first that is left and can be seen takes its place. */
export async function removeSiteSpaces(
  tx: Tx,
  site: SiteRow,
  places: readonly Pick<Place, 'id' | 'space_id' | 'version'>[],
): Promise<void> {
  if (places.length === 0) return;
  const going = new Set(places.map(({ id }) => id));
  if (site.default_site_space_id !== null && going.has(site.default_site_space_id)) {
    const left = (await listPlaces(tx, site.id)).filter(({ id }) => !going.has(id));
    const next = left.find(({ shown }) => shown) ?? left[0];
    await updateDefaultSiteSpace(tx, site.id, next?.id ?? null);
  }
  await deleteSiteSpaces(tx, [...going]);
  const facts = places.map((place) => siteSpaceFact(site, { ...place, version: place.version + 1 }));
  await recordEvents(tx, events.siteSpaceRemoved, facts);
}

/** Where to move: next to another space of the site, or, with neither, to the end. */
export interface Destination {
  before?: string | undefined;
  after?: string | undefined;
}

/** Gives a space of a locked site another place; nothing happens when it stands there already. */
export async function reorderSiteSpace(tx: Tx, { id, site_id, order_key }: SiteSpaceRow, to: Destination) {
  const neighbour = to.before ?? to.after;
  if (neighbour === id) return;
  const others = (await listPlaces(tx, site_id)).filter((place) => place.id !== id);
  const found = others.findIndex((place) => place.id === neighbour && place.shown);
  if (neighbour !== undefined && found === -1) throw notFound('site space');
  const index = neighbour === undefined ? others.length : to.before === undefined ? found + 1 : found;
  const lower = others[index - 1]?.order_key;
  const upper = others[index]?.order_key;
  const isThere = (lower === undefined || lower < order_key) && (upper === undefined || order_key < upper);
  if (!isThere) await updateSiteSpace(tx, id, { order_key: keyBetween(lower, upper) });
}

/** Gives a space of a locked site another address or condition; throws 409 when a sibling has the path. */
export async function changeSiteSpace(
  tx: Tx,
  { id, site_id }: SiteSpaceRow,
  changes: { path?: string | undefined; condition?: string | null | undefined },
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  const siblings = changes.path === undefined ? [] : await listPlaces(tx, site_id);
  if (siblings.some((place) => place.id !== id && place.path === changes.path)) {
    throw conflict('Another space of this site has this path; choose a different one.');
  }
  await updateSiteSpace(tx, id, changes);
}
