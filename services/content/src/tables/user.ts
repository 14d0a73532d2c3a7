import type { Db, Principal, Tx } from '@quire/runtime';

export interface UserRow {
  id: string;
  display_name: string;
  email: string;
  photo_url: string | null;
}

/** Makes sure that whoever writes something can be shown as its author, before any event about them has arrived. */
export async function rememberUser(tx: Tx, principal: Principal): Promise<void> {
  const { userId, displayName, email, photoURL = null } = principal;
  await tx('users')
    .insert({ id: userId, display_name: displayName, email, photo_url: photoURL, sequence: 0 })
    .onConflict('id')
    .ignore();
}

export async function findUsers(db: Db, ids: readonly string[]): Promise<Map<string, UserRow>> {
  const { rows } = await db.raw<{ rows: UserRow[] }>(
    'SELECT id, display_name, email, photo_url FROM users WHERE id = ANY (?)',
    [[...ids]],
  );
  return new Map(rows.map((row) => [row.id, row]));
}
