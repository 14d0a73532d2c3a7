import { conflict, forbidden, type Principal } from '@quire/runtime';

/** Whether the caller is an instance administrator, with a token that may be used as one. */
export function isAdministrator({ instanceAdmin, scopes }: Principal): boolean {
  return instanceAdmin && scopes.includes('admin');
}

/**
 * Throws 403 unless the caller is the user or an instance administrator. Who signed on with an organization's identity
 * provider is the user as far as that organization says: that is not enough to change what all organizations see.
 */
export function authorizeEdit(principal: Principal, userId: string): void {
  if (principal.confinedTo !== undefined) throw forbidden('A token of one organization cannot change a profile.');
  if (userId !== principal.userId && !isAdministrator(principal)) throw forbidden();
}

/** Throws 409 when an instance administrator is about to lock themselves out. */
export function authorizeAccountChange(
  { userId: callerId }: Principal,
  userId: string,
  { disabled, instanceAdmin }: { disabled?: boolean | undefined; instanceAdmin?: boolean | undefined },
): void {
  if (userId !== callerId) return;
  if (disabled) throw conflict('You cannot disable yourself; another instance administrator can.');
  if (instanceAdmin === false) throw conflict('You cannot dismiss yourself; another instance administrator can.');
}

/** Throws 403 for integrations and site visitors. */
export function requireUser({ kind }: Principal): void {
  if (kind !== 'user') throw forbidden('Only users may do this.');
}
