import { conflict, invalid, keyBetween, keysBetween, newId, notFound, type Tx } from '@quire/runtime';
import { updateSection } from '../tables/section.js';
import { deleteGroup, type GroupChanges, insertGroup, updateGroup } from '../tables/section-group.js';
import type { WholeSite } from './change-site.js';
import { type Destination, keyAmong, keyToMove } from './placing.js';
import { requireSection } from './sections.js';
import { topOf, type Tree, type TreeGroup } from './tree.js';

export function requireGroup({ groups }: Tree, id: string): TreeGroup {
  const found = groups.find((group) => group.id === id);
  if (!found) throw notFound('section group');
  return found;
}

/** Adds a group at the end of a site and moves sections into it, in the given order, from wherever they stand. */
export async function addGroup(
  tx: Tx,
  { site, tree }: WholeSite,
  { title, icon, sectionIds, now }: { title: string; icon: string | null; sectionIds: readonly string[]; now: Date },
): Promise<string> {
  refuseRepeated(sectionIds);
  const sections = sectionIds.map((sectionId) => requireSection(tree, sectionId));
  const id = newId(now.getTime());
  const order_key = keyAmong(topOf(tree), {}, 'section group');
  await insertGroup(tx, { id, site_id: site.id, title, icon, order_key, created_at: now });
  let last: string | undefined;
  for (const section of sections) {
    last = keyBetween(last, undefined);
    await updateSection(tx, section.id, { group_id: id, order_key: last });
  }
  return id;
}

export async function updateGroupOf(tx: Tx, { id }: TreeGroup, changes: GroupChanges): Promise<void> {
  if (Object.values(changes).some((value) => value !== undefined)) await updateGroup(tx, id, changes);
}

/** Puts a section at the end of a group, from wherever it stands. Throws 409 when it is in the group. */
export async function addToGroup(tx: Tx, tree: Tree, group: TreeGroup, sectionId: string): Promise<void> {
  const section = requireSection(tree, sectionId);
  if (section.group_id === group.id) throw conflict('The section is in this group already.');
  await updateSection(tx, section.id, { group_id: group.id, order_key: keyAmong(group.sections, {}, 'section') });
}

/** Takes a section out of a group and puts it right after it. */
export async function takeOutOfGroup(tx: Tx, tree: Tree, group: TreeGroup, sectionId: string): Promise<void> {
  const section = group.sections.find(({ id }) => id === sectionId);
  if (!section) throw notFound('section');
  const order_key = keyAmong(topOf(tree), { after: group.id }, 'section group');
  await updateSection(tx, section.id, { group_id: null, order_key });
}

/** Gives a group another place among groups and the sections outside of them. */
export async function moveGroup(tx: Tx, tree: Tree, group: TreeGroup, to: Destination): Promise<void> {
  const order_key = keyToMove(group, topOf(tree), to, 'section or section group');
  if (order_key !== undefined) await updateGroup(tx, group.id, { order_key });
}

/** Removes a group; its sections stand in its place, in their order. */
export async function removeGroup(tx: Tx, tree: Tree, group: TreeGroup): Promise<void> {
  const top = topOf(tree);
  const next = top[top.findIndex(({ id }) => id === group.id) + 1];
  const keys = keysBetween(group.order_key, next?.order_key, group.sections.length);
  for (const [index, { id }] of group.sections.entries()) {
    await updateSection(tx, id, { group_id: null, order_key: keys[index]! });
  }
  await deleteGroup(tx, group.id);
}

function refuseRepeated(ids: readonly string[]): void {
  const repeated = ids.flatMap((id, index) => (ids.indexOf(id) < index ? [index] : []));
  if (repeated.length === 0) return;
  throw invalid(repeated.map((index) => ({ path: `body.sections.${index}`, message: 'repeats an earlier section' })));
}
