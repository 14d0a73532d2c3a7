import { events } from '@quire/contract';
import {
  atLeast,
  conflict,
  notFound,
  preconditionFailed,
  type Principal,
  recordEvents,
  requireSignOn,
  type Tx,
} from '@quire/runtime';
import { roleIn } from '../../policies/level.js';
import { resolveLevels } from '../../tables/collection.js';
import { deleteOwnedByOrganization } from '../../tables/belongings.js';
import { isSyncing } from '../../tables/git-operation.js';
import { isPublished } from '../../tables/site.js';
import { findSpaces } from '../../tables/space.js';
import { type Item, updateOrganization, updatePlace } from '../../tables/tree.js';
import { tellHolders } from '../permissions/tell-holders.js';
import { findEnd } from './find-place.js';
import { tellVisibility } from './tell-visibility.js';
import { spaceFact, tellOfCollections } from './tell.js';

/** Passes when the caller may bring something to an organization: 409 when it is there, 404 where they may not create. */
export function authorizeTransfer(principal: Principal, { from, to }: { from: string; to: string }): void {
  if (from === to) throw conflict('It belongs to this organization already.');
  requireSignOn(principal, to);
  if (!atLeast(roleIn(principal, to), 'create')) throw notFound('organization');
}

/**
 * Hands a locked collection or space, and all that is in it, over to another organization, where it comes to stand at the end
 * of the top. What belongs to the old organization goes: permissions, and values of its custom fields. Throws 412 when one
 * of the spaces is shown on a published site, or is synced with git at this moment. Needs `lockCollectionTree` of both organizations.
 */
export async function transfer(
  tx: Tx,
  item: Item,
  {
    from,
    to,
    collections,
    spaces,
  }: { from: string; to: string; collections: readonly string[]; spaces: readonly string[] },
): Promise<void> {
  if (await isPublished(tx, spaces, from))
    throw preconditionFailed('It is shown on a published site of the organization; take it off the site first.');
  if (await isSyncing(tx, spaces)) throw preconditionFailed('A git sync of it is running; wait until it has ended.');
  await deleteOwnedByOrganization(tx, { collections, spaces });
  const isNested = (id: string) => id !== item.id;
  await updatePlace(tx, item, {
    organizationId: to,
    parentId: null,
    orderKey: await findEnd(tx, { organizationId: to, parentId: null }),
  });
  await updateOrganization(tx, to, { collections: collections.filter(isNested), spaces: spaces.filter(isNested) });
  if (item.kind === 'collection') await resolveLevels(tx, item.id);
  await tellOfCollections(tx, collections);
  const facts = (await findSpaces(tx, spaces)).map(spaceFact);
  await recordEvents(
    tx,
    events.spaceTransferred,
    facts.map((fact) => ({ ...fact, data: { ...fact.data, from } })),
  );
  await tellVisibility(tx, spaces);
  await tellHolders(tx, spaces);
}
