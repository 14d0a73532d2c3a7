import type { Principal } from '@quire/runtime';
import type { PrincipalRow } from '../tables/principal.js';

export function presentPrincipal(row: PrincipalRow, publicUrl: string): Principal {
  return {
    kind: 'user',
    userId: row.user_id,
    displayName: row.display_name,
    email: row.email,
    ...(row.photo_url === null ? {} : { photoURL: row.photo_url }),
    instanceAdmin: row.instance_admin,
    organizations: row.organizations,
    signOn: Object.fromEntries(
      Object.entries(row.sign_on).map(([organizationId, { role, provider }]) => [
        organizationId,
        { role, startURL: `${publicUrl}/v1/orgs/${organizationId}/saml/${provider}/start` },
      ]),
    ),
    ...(row.confined_to === null ? {} : { confinedTo: row.confined_to }),
    tokenId: row.token_id,
    scopes: row.scopes,
  };
}
