import type { User } from '@quire/contract';
import type { UserRow } from '../tables/user.js';
import type { Links } from './links.js';

export function presentUser(row: UserRow, links: Links): User {
  return {
    object: 'user',
    id: row.id,
    displayName: row.display_name,
    email: row.email,
    ...(row.photo_url === null ? {} : { photoURL: row.photo_url }),
    urls: { location: links.location(`users/${row.id}`) },
  };
}
