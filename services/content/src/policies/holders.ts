import { type Principal, atLeast, forbidden } from '@quire/runtime';
import { authorize } from './authorize.js';
import { type Leveled, levelOn, roleIn } from './level.js';

/**
 * Passes when the caller may see who else has access to a space or collection: members who see it, as they may list the
 * members of their organization, and guests who administer it.
 */
export function authorizeHolders<Row extends Leveled>(principal: Principal, row: Row | undefined, noun: string): Row {
  const found = authorize(principal, 'read', row, noun);
  const isGuest = roleIn(principal, found.organization_id) === null;
  if (isGuest && !atLeast(levelOn(principal, found), 'admin'))
    throw forbidden(`Guests see who has access to a ${noun} only when they administer it.`);
  return found;
}
