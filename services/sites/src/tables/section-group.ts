import type { Tx } from '@quire/runtime';
import type { GroupRow } from './tree.js';

export type NewGroup = GroupRow & { site_id: string; created_at: Date };

export async function insertGroup(tx: Tx, row: NewGroup): Promise<void> {
  await tx('section_groups').insert(row);
}

export type GroupChanges = Partial<Omit<GroupRow, 'id'>>;

export async function updateGroup(tx: Tx, id: string, changes: GroupChanges): Promise<void> {
  await tx('section_groups').where({ id }).update(changes);
}

export async function deleteGroup(tx: Tx, id: string): Promise<void> {
  await tx('section_groups').where({ id }).delete();
}
