import { notFound, type Principal, type Tx } from '@quire/runtime';
import { authorize, authorizeInOrganization } from '../../policies/authorize.js';
import { findCollection } from '../../tables/collection.js';
import { findSpace } from '../../tables/space.js';
import type { Item, Parent } from '../../tables/tree.js';
import type { Position } from './find-place.js';

type Pointer = { type: 'space'; space: string } | { type: 'collection'; collection: string };

/** Where a move is to lead, as a request says it. */
export interface Move {
  parent?: string | null | undefined;
  position?: { before?: Pointer | undefined; after?: Pointer | undefined } | undefined;
}

/**
 * The parent and the position that a move names. Passes when the caller may create in the parent, or when it is the one
 * that the item has already; 404 for a parent of another organization and for neighbours that the caller does not see.
 */
export async function findDestination(
  tx: Tx,
  { parent, position }: Move,
  { item, principal }: { item: { organization_id: string; parent_id: string | null }; principal: Principal },
): Promise<{ parent: Parent; position: Position }> {
  const organizationId = item.organization_id;
  const parentId = parent === undefined ? item.parent_id : parent;
  if (parentId !== item.parent_id) await authorizeCreation(tx, { organizationId, parentId }, principal);
  const sibling = async (pointer: Pointer | undefined): Promise<Item | undefined> => {
    if (pointer?.type === 'space')
      return {
        kind: 'space',
        id: authorize(principal, 'read', await findSpace(tx, pointer.space, principal), 'space').id,
      };
    if (pointer?.type === 'collection') {
      const found = await findCollection(tx, pointer.collection, principal);
      return { kind: 'collection', id: authorize(principal, 'read', found, 'collection').id };
    }
    return undefined;
  };
  const [before, after] = [await sibling(position?.before), await sibling(position?.after)];
  return {
    parent: { organizationId, parentId },
    position: { ...(before && { before }), ...(after && { after }) },
  };
}

/** Passes when the caller may add something to a collection, or to the top of an organization. */
export async function authorizeCreation(
  tx: Tx,
  { organizationId, parentId }: Parent,
  principal: Principal,
): Promise<void> {
  if (parentId === null) return authorizeInOrganization(principal, 'create', organizationId);
  const parent = authorize(principal, 'create', await findCollection(tx, parentId, principal), 'collection');
  if (parent.organization_id !== organizationId) throw notFound('collection');
}
