import { conflict, keyBetween, newId, notFound, type Tx } from '@quire/runtime';
import {
  deleteSiteSpaces,
  insertSiteSpaces,
  type NewSiteSpace,
  type SiteSpaceChanges,
  updateSiteSpace,
} from '../tables/site-space.js';
import { updateSection } from '../tables/section.js';
import type { SpaceFacts } from '../tables/space.js';
import type { WholeSite } from './change-site.js';
import { freePath, pathOf } from './path.js';
import { type Destination, keyAmong, keyToMove } from './placing.js';
import type { Tree, TreeSiteSpace } from './tree.js';

/** Throws 404 for what is not on the site, and for what is hidden on it. */
export function requireSiteSpace({ siteSpaces }: Tree, id: string): TreeSiteSpace {
  const found = siteSpaces.find((siteSpace) => siteSpace.id === id && siteSpace.shown);
  if (!found) throw notFound('site space');
  return found;
}

/** Throws 409 when one of the spaces is on the site already. */
export function refusePresent({ siteSpaces }: Tree, spaces: readonly SpaceFacts[]): void {
  const present = new Set(siteSpaces.map(({ space_id }) => space_id));
  for (const { space } of spaces) {
    if (present.has(space)) throw conflict('The space is on this site already.');
    present.add(space);
  }
}

/** The spaces beside which one stands: those of a section, or all on a site without sections. */
export const siblingsIn = ({ siteSpaces }: Tree, sectionId: string | null): TreeSiteSpace[] =>
  siteSpaces.filter(({ section_id }) => section_id === sectionId);

/**
 * Puts spaces at the end of a section, the default one unless it is named, or of a site without sections, in the given
 * order. Throws 404 when there is no such section.
 */
export async function addSpaces(
  tx: Tx,
  { site, tree }: WholeSite,
  { spaces, sectionId, now }: { spaces: readonly SpaceFacts[]; sectionId?: string | undefined; now: Date },
): Promise<string[]> {
  if (spaces.length === 0) return [];
  const section = tree.sections.find(({ id, isDefault }) => (sectionId === undefined ? isDefault : id === sectionId));
  if (sectionId !== undefined && !section) throw notFound('section');
  refusePresent(tree, spaces);
  const siblings = siblingsIn(tree, section?.id ?? null);
  const paths = new Set(siblings.map(({ path }) => path));
  let last = siblings.at(-1)?.order_key;
  const added = spaces.map(({ space, title }): NewSiteSpace => {
    const path = freePath(pathOf(title, 'space'), paths);
    paths.add(path);
    last = keyBetween(last, undefined);
    const place = { section_id: section?.id ?? null, path, order_key: last };
    return { id: newId(now.getTime()), site_id: site.id, space_id: space, ...place, created_at: now };
  });
  await insertSiteSpaces(tx, added);
  return added.map(({ id }) => id);
}

/** Takes spaces off a site. */
export async function removeSiteSpaces(tx: Tx, siteSpaces: readonly TreeSiteSpace[]): Promise<void> {
  await deleteSiteSpaces(
    tx,
    siteSpaces.map(({ id }) => id),
  );
}

/**
 * Gives a space of a site another place; nothing happens when it stands there already. A neighbour in another section
 * takes it there, with a number in its path when that is taken.
 */
export async function moveSiteSpace(tx: Tx, tree: Tree, self: TreeSiteSpace, to: Destination): Promise<void> {
  const neighbourId = to.before ?? to.after;
  const neighbour = neighbourId === undefined ? self : requireSiteSpace(tree, neighbourId);
  const siblings = siblingsIn(tree, neighbour.section_id);
  if (neighbour.section_id === self.section_id) {
    const order_key = keyToMove(self, siblings, to, 'site space');
    if (order_key !== undefined) await updateSiteSpace(tx, self.id, { order_key });
    return;
  }
  const order_key = keyAmong(siblings, to, 'site space');
  const path = freePath(self.path, new Set(siblings.map((sibling) => sibling.path)));
  const left = tree.sections.find(({ default_site_space_id }) => default_site_space_id === self.id);
  if (left) await updateSection(tx, left.id, { default_site_space_id: null });
  await updateSiteSpace(tx, self.id, { section_id: neighbour.section_id, order_key, path });
}

/** Gives a space of a site another address or condition; throws 409 when a sibling has the path. */
export async function updateSiteSpaceOf(
  tx: Tx,
  tree: Tree,
  { self, changes }: { self: TreeSiteSpace; changes: SiteSpaceChanges },
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  const siblings = siblingsIn(tree, self.section_id);
  if (siblings.some(({ id, path }) => id !== self.id && path === changes.path)) {
    throw conflict('Another space beside it has this path; choose a different one.');
  }
  await updateSiteSpace(tx, self.id, changes);
}
