import { forbidden, type Principal, type TokenScope } from '@quire/runtime';

/** The scopes of a new token: those that are wanted, or else all of the caller's; throws 403 for more than those. */
export function grantScopes(principal: Principal, wanted: readonly TokenScope[] = principal.scopes): TokenScope[] {
  if (!wanted.every((scope) => principal.scopes.includes(scope))) {
    throw forbidden('A token cannot have scopes that the token which creates it lacks.');
  }
  return [...new Set(wanted)];
}
