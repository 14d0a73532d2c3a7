import type { Principal } from '@quire/runtime';
import type { PrincipalRow } from '../tables/principal.js';

export function presentPrincipal(row: PrincipalRow): Principal {
  return {
    kind: 'user',
    userId: row.user_id,
    displayName: row.display_name,
    email: row.email,
    ...(row.photo_url === null ? {} : { photoURL: row.photo_url }),
    instanceAdmin: row.instance_admin,
    organizations: row.organizations,
    signOn: {},
    ...(row.confined_to === null ? {} : { confinedTo: row.confined_to }),
    tokenId: row.token_id,
    scopes: row.scopes,
  };
}
