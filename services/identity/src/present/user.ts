import type { User } from '@quire/contract';
import type { UserRow } from '../tables/user.js';

export function presentUser(
  user: Pick<UserRow, 'id' | 'email' | 'display_name' | 'photo_url'>,
  publicUrl: string,
): User {
  return {
    object: 'user',
    id: user.id,
    displayName: user.display_name,
    email: user.email,
    ...(user.photo_url === null ? {} : { photoURL: user.photo_url }),
    urls: { location: `${publicUrl}/v1/users/${user.id}` },
  };
}
