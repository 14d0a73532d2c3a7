import type { UserAccount } from '@quire/contract';
import type { UserRow } from '../tables/user.js';
import { presentUser } from './user.js';

export function presentUserAccount(user: UserRow, publicUrl: string): UserAccount {
  return {
    ...presentUser(user, publicUrl),
    createdAt: user.created_at.toISOString(),
    disabled: user.disabled_at !== null,
    instanceAdmin: user.instance_admin,
  };
}
