import type { EventData, events } from '@quire/contract';
import { type Db, project, type Tx } from '@quire/runtime';

/** All that content tells about a space. */
export type SpaceFacts = EventData<typeof events.spaceUpdated>;

/** Facts about a space and how new they are. */
export interface ProjectedSpace {
  sequence: number;
  facts: SpaceFacts;
}

/** Only a space that is present can be seen on a site; a purged one leaves its id behind. */
export type SpaceRow = { id: string; organization_id: string; sequence: number } & (
  | { state: 'present' | 'deleted'; facts: SpaceFacts }
  | { state: 'purged'; facts: null }
);

const columns = ['id', 'organization_id', 'state', 'facts', 'sequence'] as const;

export async function findSpaces(db: Db, ids: readonly string[]): Promise<SpaceRow[]> {
  return db('spaces')
    .whereIn('id', ids)
    .select(...columns);
}

/** Reads spaces and keeps events about them from being projected until the transaction ends. */
export async function shareSpaces(tx: Tx, ids: readonly string[]): Promise<SpaceRow[]> {
  return tx('spaces')
    .whereIn('id', ids)
    .orderBy('id')
    .forShare()
    .select(...columns);
}

/** Reads a space and keeps others from using or projecting it until the transaction ends. */
export async function lockSpace(tx: Tx, id: string): Promise<SpaceRow | undefined> {
  return tx('spaces')
    .where({ id })
    .forNoKeyUpdate()
    .first(...columns);
}

/** Keeps the row unless a newer one is there; returns whether it was kept. */
export async function projectSpaceRow(tx: Tx, row: SpaceRow): Promise<boolean> {
  return project(tx, 'spaces', { key: 'id', row: { ...row } });
}
