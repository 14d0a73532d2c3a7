import { forbidden, type Principal } from '@quire/runtime';
import { requireUser } from './user.js';

/** Any user may join with an invite; a token of one organization joins no other: 403. */
export function authorizeJoin(principal: Principal, organizationId: string): void {
  requireUser(principal);
  if (principal.confinedTo !== undefined && principal.confinedTo !== organizationId) {
    throw forbidden('A token of one organization cannot join another.');
  }
}
