import { forbidden, type Principal } from '@quire/runtime';

/** Throws 403 unless the caller is the user or an instance administrator. */
export function authorizeEdit(principal: Principal, userId: string): void {
  if (userId !== principal.userId && !principal.instanceAdmin) throw forbidden();
}

/** Throws 403 for integrations and site visitors. */
export function requireUser({ kind }: Principal): void {
  if (kind !== 'user') throw forbidden('Only users may do this.');
}
