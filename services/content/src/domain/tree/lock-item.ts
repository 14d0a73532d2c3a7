import { conflict, type Principal, type Role, type Tx } from '@quire/runtime';
import { authorize } from '../../policies/authorize.js';
import { findCollection, lockCollectionTree, type SeenCollection } from '../../tables/collection.js';
import { findSpace, findSpaceOrTrashed, lockSpace, lockSpaceOrTrashed, type SeenSpace } from '../../tables/space.js';
import { restorableSince } from './retention.js';

interface Lock {
  principal: Principal;
  /** The level that the caller needs on the item. */
  needed: Role;
  /** Another organization whose tree is changed too. */
  also?: string;
}

/** See {@link lockInTree}; 404 for a space in the trash. */
export async function lockSpaceInTree(tx: Tx, id: string, { principal, needed, also }: Lock): Promise<SeenSpace> {
  return lockInTree(tx, {
    find: () => findSpace(tx, id, principal),
    lock: () => lockSpace(tx, id, principal),
    check: (row) => authorize(principal, needed, row, 'space'),
    also,
  });
}

/** See {@link lockInTree}; for a space in the trash too, as long as it can be restored. */
export async function lockTrashedInTree(
  tx: Tx,
  id: string,
  { principal, needed, now }: Lock & { now: Date },
): Promise<SeenSpace> {
  const seen = { principal, deletedAfter: restorableSince(now) };
  return lockInTree(tx, {
    find: () => findSpaceOrTrashed(tx, id, seen),
    lock: () => lockSpaceOrTrashed(tx, id, seen),
    check: (row) => authorize(principal, needed, row, 'space'),
  });
}

/** See {@link lockInTree}; with the tree, its collections are locked. */
export async function lockCollectionInTree(
  tx: Tx,
  id: string,
  { principal, needed, also }: Lock,
): Promise<SeenCollection> {
  const find = () => findCollection(tx, id, principal);
  return lockInTree(tx, {
    find,
    lock: find,
    check: (row) => authorize(principal, needed, row, 'collection'),
    also,
  });
}

/**
 * What a change to the tree begins with: the caller may do it, nobody else changes the organization's tree, and nobody
 * else the item itself, until the transaction ends.
 */
async function lockInTree<Row extends { organization_id: string }>(
  tx: Tx,
  {
    find,
    lock,
    check,
    also,
  }: {
    find: () => Promise<Row | undefined>;
    lock: () => Promise<Row | undefined>;
    check: (row: Row | undefined) => Row;
    also?: string | undefined;
  },
): Promise<Row> {
  const found = check(await find());
  // Always in the same order: two that wait for each other would wait for ever.
  const organizations = new Set([found.organization_id, also ?? found.organization_id]);
  for (const organization of [...organizations].sort()) await lockCollectionTree(tx, organization);
  const locked = check(await lock());
  if (locked.organization_id !== found.organization_id)
    throw conflict('It was handed over to another organization at this moment; read it again.');
  return locked;
}
