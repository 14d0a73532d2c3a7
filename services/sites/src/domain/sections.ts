import { conflict, newId, notFound, type Tx } from '@quire/runtime';
import { deleteSection, insertSection, type SectionChanges, updateSection } from '../tables/section.js';
import { updateDefaults } from '../tables/site.js';
import { adoptSiteSpaces, insertSiteSpaces } from '../tables/site-space.js';
import type { SpaceFacts } from '../tables/space.js';
import type { WholeSite } from './change-site.js';
import { freePath, pathOf } from './path.js';
import { type Destination, keyAmong, keyToMove } from './placing.js';
import { refusePresent, removeSiteSpaces, siblingsIn } from './site-spaces.js';
import { topOf, type Tree, type TreeSection, type TreeSiteSpace } from './tree.js';

export function requireSection({ sections }: Tree, id: string): TreeSection {
  const found = sections.find((section) => section.id === id);
  if (!found) throw notFound('section');
  return found;
}

/**
 * Adds a section with a space at the end of a site. The first one takes in the spaces that are on the site already, and
 * the default of the site leads it.
 */
export async function addSection(
  tx: Tx,
  { site, tree }: WholeSite,
  { space, title, now }: { space: SpaceFacts; title: string | undefined; now: Date },
): Promise<string> {
  refusePresent(tree, [space]);
  const isFirst = tree.sections.length === 0;
  const id = newId(now.getTime());
  const name = title ?? titleOf(space);
  const base = { id, site_id: site.id, title: name, created_at: now };
  const path = freePath(pathOf(name, 'section'), new Set(tree.sections.map((section) => section.path)));
  const order_key = keyAmong(topOf(tree), {}, 'section');
  await insertSection(tx, {
    ...base,
    path,
    order_key,
    default_site_space_id: isFirst ? (tree.lead?.id ?? null) : null,
  });
  const siblings = isFirst ? siblingsIn(tree, null) : [];
  if (isFirst) await adoptSiteSpaces(tx, site.id, id);
  if (isFirst) await updateDefaults(tx, site.id, { default_section_id: id, default_site_space_id: null });
  const siteSpace = {
    id: newId(now.getTime()),
    site_id: site.id,
    section_id: id,
    space_id: space.space,
    path: freePath(pathOf(space.title, 'space'), new Set(siblings.map((sibling) => sibling.path))),
    order_key: keyAmong(siblings, {}, 'site space'),
    created_at: now,
  };
  await insertSiteSpaces(tx, [siteSpace]);
  return id;
}

/** The space of a section that is to lead it; throws 404 for one that is hidden or not in it. */
export function leadIn({ siteSpaces }: TreeSection, siteSpaceId: string): TreeSiteSpace {
  const found = siteSpaces.find(({ id, shown }) => id === siteSpaceId && shown);
  if (!found) throw notFound('site space');
  return found;
}

/** Changes a section; throws 409 when another one of the site has the path. */
export async function updateSectionOf(
  tx: Tx,
  tree: Tree,
  { self, changes }: { self: TreeSection; changes: SectionChanges },
): Promise<void> {
  if (Object.values(changes).every((value) => value === undefined)) return;
  if (tree.sections.some(({ id, path }) => id !== self.id && path === changes.path)) {
    throw conflict('Another section of this site has this path; choose a different one.');
  }
  await updateSection(tx, self.id, changes);
}

/**
 * Gives a section another place; nothing happens when it stands there already. A neighbour in a group takes it into that
 * group, one outside of groups takes it out; without neighbour it goes to the end of where it is.
 */
export async function moveSection(tx: Tx, tree: Tree, self: TreeSection, to: Destination): Promise<void> {
  const neighbourId = to.before ?? to.after;
  const { group_id } = neighbourId === undefined ? self : requireSection(tree, neighbourId);
  const siblings = sectionSiblings(tree, group_id);
  if (group_id === self.group_id) {
    const order_key = keyToMove(self, siblings, to, 'section');
    if (order_key !== undefined) await updateSection(tx, self.id, { order_key });
    return;
  }
  await updateSection(tx, self.id, { group_id, order_key: keyAmong(siblings, to, 'section') });
}

/** Beside what a section stands: the others of its group, or everything at the top. */
const sectionSiblings = (tree: Tree, groupId: string | null) =>
  groupId === null ? topOf(tree) : tree.groups.find(({ id }) => id === groupId)!.sections;

/** Takes a section with all its spaces off a site. After the last one the site is empty and has no sections. */
export async function removeSection(tx: Tx, section: TreeSection): Promise<void> {
  await removeSiteSpaces(tx, section.siteSpaces);
  await deleteSection(tx, section.id);
}

/** Titles of spaces may be shorter than those of sections. */
const titleOf = ({ title }: SpaceFacts) => (Array.from(title).length < 2 ? 'Section' : title);
