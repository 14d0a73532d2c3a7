import { conflict, type Tx } from '@quire/runtime';
import { updateAccount, type UserRow } from '../tables/user.js';

export interface AccountChange {
  disabled?: boolean | undefined;
  instanceAdmin?: boolean | undefined;
  /** How many instance administrators there are besides, of those who are not disabled. */
  otherAdministrators: number;
  now: Date;
}

/** Disables, enables, appoints or dismisses a user. An instance never loses its last administrator: 409. */
export async function changeAccount(tx: Tx, before: UserRow, change: AccountChange): Promise<UserRow> {
  const { disabled = before.disabled_at !== null, instanceAdmin = before.instance_admin, now } = change;
  const administers = before.instance_admin && before.disabled_at === null;
  if (administers && (disabled || !instanceAdmin) && change.otherAdministrators === 0) {
    throw conflict('An instance needs an administrator; make somebody else one first.');
  }
  return updateAccount(tx, before.id, {
    disabled_at: disabled ? (before.disabled_at ?? now) : null,
    instance_admin: instanceAdmin,
  });
}
