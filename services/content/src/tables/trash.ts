import type { Tx } from '@quire/runtime';

/** Puts a space in the trash and counts its version up. */
export async function trashSpace(tx: Tx, id: string, deletedAt: Date): Promise<void> {
  await tx('spaces')
    .where({ id })
    .update({ deleted_at: deletedAt, version: tx.raw('version + 1') });
}

/** Takes a space out of the trash, to a place beside its siblings, and counts its version up. */
export async function untrashSpace(tx: Tx, id: string, orderKey: string): Promise<void> {
  await tx('spaces')
    .where({ id })
    .update({ deleted_at: null, order_key: orderKey, version: tx.raw('version + 1') });
}

/**
 * Takes all spaces out of collections that are about to go: what was not in the trash goes there. Each keeps the default
 * level that it had through its collection as one of its own.
 */
export async function trashSpacesIn(tx: Tx, collectionIds: readonly string[], deletedAt: Date): Promise<void> {
  await tx.raw(
    `UPDATE spaces SET parent_id = NULL, order_key = NULL, deleted_at = coalesce(deleted_at, :deletedAt), version = spaces.version + 1,
       default_level = CASE WHEN spaces.default_level = 'inherit' THEN c.resolved_level ELSE spaces.default_level END
     FROM collections c WHERE c.id = spaces.parent_id AND c.id = ANY (:collectionIds)`,
    { collectionIds: [...collectionIds], deletedAt },
  );
}

/** Removes collections; what is in them has to be gone. */
export async function deleteCollections(tx: Tx, ids: readonly string[]): Promise<void> {
  await tx.raw('DELETE FROM collections WHERE id = ANY (?)', [[...ids]]);
}

/**
 * Takes one of the spaces that were deleted at this moment or before, the longest deleted one first, unless somebody else has
 * taken it or it is among those to leave.
 */
export async function takeExpired(
  tx: Tx,
  { before, leave }: { before: Date; leave: readonly string[] },
): Promise<{ id: string; organization_id: string; version: number } | undefined> {
  const { rows } = await tx.raw<{ rows: { id: string; organization_id: string; version: number }[] }>(
    `SELECT id, organization_id, version FROM spaces
     WHERE deleted_at <= ? AND id <> ALL (?) ORDER BY deleted_at LIMIT 1 FOR UPDATE SKIP LOCKED`,
    [before, [...leave]],
  );
  return rows[0];
}

/** Removes a space and, by its references, all that belongs to it. However much that is: it may take its time. */
export async function deleteSpace(tx: Tx, id: string): Promise<void> {
  await tx.raw('SET LOCAL statement_timeout = 0');
  // First what refers to revisions: one statement would come to the revisions too early.
  await tx('change_requests').where({ space_id: id }).delete();
  await tx('spaces').where({ id }).delete();
}
