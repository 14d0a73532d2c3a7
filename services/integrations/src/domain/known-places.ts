import { notFound, transaction, type Tx } from '@quire/runtime';
import type { Integrations } from '../integrations.js';
import { findPlace, type KnownPlace, type PlaceKind, sharePlace } from '../tables/place.js';
import { projectKnown } from './project-place.js';

/**
 * Asks the owner of a space or site about one that cannot be used by what is known here: what was created, restored or
 * transferred a moment ago may be ahead of its event. To be called before the transaction that uses it.
 */
export async function learnPlace(
  { db, places }: Pick<Integrations, 'db' | 'places'>,
  kind: PlaceKind,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<void> {
  if (isUsable(await findPlace(db, kind, id), organizationId)) return;
  const told = await places[kind](id);
  if (told) await transaction(db, (tx) => projectKnown(tx, kind, told));
}

/** Throws 404 unless it belongs to the organization; it cannot leave before the transaction ends. */
export async function requirePlace(
  tx: Tx,
  kind: PlaceKind,
  { id, organizationId }: { id: string; organizationId: string },
): Promise<void> {
  if (!isUsable(await sharePlace(tx, kind, id), organizationId)) throw notFound(kind);
}

const isUsable = (row: KnownPlace | undefined, organizationId: string): boolean =>
  row?.state === 'present' && row.organization_id === organizationId;
