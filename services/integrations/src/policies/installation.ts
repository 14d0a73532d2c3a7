import { forbidden, notFound, type Principal, requireSignOn } from '@quire/runtime';
import type { InstallationRow } from '../tables/installation.js';
import type { IntegrationRow } from '../tables/integration.js';
import { roleIn } from './integration.js';

/**
 * `read` and `configure` it: admins of its organization, itself, and its integration. `manage`, what it may reach and
 * whether it is there at all: those admins alone. Who made the integration may read what their script is given anyway.
 */
export type InstallationRight = 'read' | 'configure' | 'manage';

type Where = Pick<InstallationRow, 'id' | 'integration' | 'organization_id'>;
type Owned = Pick<IntegrationRow, 'organization_id'>;

const isOwn = (principal: Principal, { id, integration }: Where): boolean =>
  principal.installation?.id === id || (principal.kind === 'integration' && principal.integration === integration);

/** Throws 404 for strangers, 403 for others who lack the right or the sign-on. */
export function authorizeInstallation(
  principal: Principal,
  right: InstallationRight,
  { installation, integration }: { installation: Where; integration: Owned },
): void {
  if (isOwn(principal, installation)) {
    if (right === 'manage') throw forbidden('Only admins of the organization decide what an installation may reach.');
    return;
  }
  requireSignOn(principal, installation.organization_id);
  const role = roleIn(principal, installation.organization_id);
  if (role === 'admin') return;
  const isMaker = roleIn(principal, integration.organization_id) === 'admin';
  if (isMaker && right === 'read') return;
  if (role === null && !isMaker) throw notFound('installation');
  throw forbidden('This takes the role "admin" in the organization of the installation.');
}

/** Tokens are for the integration, and for those who make it. */
export function authorizeTokens(
  principal: Principal,
  { installation, integration }: { installation: Where; integration: Owned },
): void {
  if (principal.kind === 'integration' && principal.integration === installation.integration) return;
  requireSignOn(principal, integration.organization_id);
  if (roleIn(principal, integration.organization_id) === 'admin') return;
  authorizeInstallation(principal, 'read', { installation, integration });
  throw forbidden('This takes the role "admin" in the organization that owns the integration.');
}
