import type { Db, Principal, Tx } from '@quire/runtime';

export interface UserRow {
  id: string;
  display_name: string;
  email: string;
  photo_url: string | null;
}

/** SQL of a user as a value of one column, a `UserRow`. */
export const userJson = (alias: string): string =>
  `jsonb_build_object('id', ${alias}.id, 'display_name', ${alias}.display_name, 'email', ${alias}.email, 'photo_url', ${alias}.photo_url)`;

/** Makes sure that whoever writes something can be shown as its author, before any event about them has arrived. */
export async function rememberUser(tx: Tx, { userId: user, ...principal }: Principal): Promise<void> {
  await rememberUsers(tx, [{ user, ...principal }]);
}

/** Notes how users are shown, unless an event has told of them. */
export async function rememberUsers(
  tx: Tx,
  users: readonly { user: string; displayName: string; email: string; photoURL?: string | undefined }[],
): Promise<void> {
  if (users.length === 0) return;
  const rows = users.map(({ user: id, displayName: display_name, email, photoURL: photo_url = null }) => {
    return { id, display_name, email, photo_url, sequence: 0 };
  });
  await tx('users').insert(rows).onConflict('id').ignore();
}

export async function findUsers(db: Db, ids: readonly string[]): Promise<Map<string, UserRow>> {
  const { rows } = await db.raw<{ rows: UserRow[] }>(
    'SELECT id, display_name, email, photo_url FROM users WHERE id = ANY (?)',
    [[...ids]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
