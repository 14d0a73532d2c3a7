import { installationScopes, integrationOperations } from '@quire/contract';
import { forbidden } from '../errors.js';
import type { Principal } from '../principal.js';

/**
 * Throws 403 when an integration, or an installation of one, calls what is not open to it. What of an open operation is
 * theirs to see, the handler decides as for everybody.
 */
export function requireOpenTo(principal: Principal, operationId: string): void {
  if (principal.kind === 'integration') {
    if (!integrationOperations.has(operationId)) throw forbidden('An integration may not call this by itself.');
  }
  if (principal.kind === 'installation') {
    const scope = installationScopes.get(operationId);
    if (scope === undefined) throw forbidden('Installations of integrations may not call this.');
    if (scope !== 'own' && !principal.installation?.scopes.includes(scope))
      throw forbidden(`This takes the scope "${scope}", which the integration does not have.`);
  }
}
