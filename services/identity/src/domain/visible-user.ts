import { type Db, notFound, type Principal } from '@quire/runtime';
import { isAdministrator } from '../policies/user.js';
import { findUser, shareOrganization, type UserRow } from '../tables/user.js';

/** A user whom the caller may see: themselves, people of their organizations, all for an instance administrator; or 404. */
export async function visibleUser(db: Db, userId: string, principal: Principal): Promise<UserRow> {
  const seen =
    userId === principal.userId ||
    isAdministrator(principal) ||
    (await shareOrganization(db, userId, Object.keys(principal.organizations)));
  const user = seen ? await findUser(db, userId) : undefined;
  if (!user) throw notFound('user');
  return user;
}
