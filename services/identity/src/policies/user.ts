import { forbidden, type Principal } from '@quire/runtime';

/** Whether the caller is an instance administrator, with a token that may be used as one. */
export function isAdministrator({ instanceAdmin, scopes }: Principal): boolean {
  return instanceAdmin && scopes.includes('admin');
}

/** Throws 403 unless the caller is the user or an instance administrator. */
export function authorizeEdit(principal: Principal, userId: string): void {
  if (userId !== principal.userId && !isAdministrator(principal)) throw forbidden();
}

/** Throws 403 for integrations and site visitors. */
export function requireUser({ kind }: Principal): void {
  if (kind !== 'user') throw forbidden('Only users may do this.');
}
