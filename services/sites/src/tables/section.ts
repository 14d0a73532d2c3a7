import type { Tx } from '@quire/runtime';
import type { SectionRow } from './tree.js';

export type NewSection = Pick<SectionRow, 'id' | 'title' | 'path' | 'order_key' | 'default_site_space_id'> & {
  site_id: string;
  created_at: Date;
};

export async function insertSection(tx: Tx, row: NewSection): Promise<void> {
  await tx('sections').insert(row);
}

export type SectionChanges = Partial<Omit<SectionRow, 'id'>>;

export async function updateSection(tx: Tx, id: string, changes: SectionChanges): Promise<void> {
  await tx('sections').where({ id }).update(changes);
}

export async function deleteSection(tx: Tx, id: string): Promise<void> {
  await tx('sections').where({ id }).delete();
}
