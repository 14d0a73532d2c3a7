import type { Db, Tx } from '@quire/runtime';

export interface UserRow {
  id: string;
  email: string;
  display_name: string;
  photo_url: string | null;
  instance_admin: boolean;
  disabled_at: Date | null;
  created_at: Date;
  version: number;
}

const columns = [
  'id',
  'email',
  'display_name',
  'photo_url',
  'instance_admin',
  'disabled_at',
  'created_at',
  'version',
] as const;

export async function findUser(db: Db, id: string): Promise<UserRow | undefined> {
  return db<UserRow>('users')
    .where({ id })
    .first(...columns);
}

/** Reads a user and keeps others from changing them until the transaction ends. */
export async function lockUser(tx: Tx, id: string): Promise<UserRow | undefined> {
  return tx<UserRow>('users')
    .where({ id })
    .forNoKeyUpdate()
    .first(...columns);
}

/**
 * Reads an account with the number of active instance administrators besides, and keeps others from changing any of them
 * until the transaction ends: two administrators who disable each other at once wait for each other here.
 */
export async function lockAccount(
  tx: Tx,
  id: string,
): Promise<{ account: UserRow | undefined; otherAdministrators: number }> {
  const { rows } = await tx.raw<{ rows: UserRow[] }>(
    `SELECT ${columns.join(', ')} FROM users
     WHERE id = ? OR (instance_admin AND disabled_at IS NULL)
     ORDER BY id FOR NO KEY UPDATE`,
    [id],
  );
  const account = rows.find((row) => row.id === id);
  return { account, otherAdministrators: rows.length - (account ? 1 : 0) };
}

/** Part of the name or the e-mail address, in any case. */
const found = 'strpos(lower(display_name), lower(?)) > 0 OR strpos(lower(email), lower(?)) > 0';
const matching = (db: Db, search: string | undefined) =>
  db<UserRow>('users').modify((query) => void (search && query.whereRaw(`(${found})`, [search, search])));

export async function listUsers(
  db: Db,
  { search, after = '', limit }: { search?: string | undefined; after?: string; limit: number },
): Promise<UserRow[]> {
  return matching(db, search)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select(...columns);
}

export async function countUsers(db: Db, search?: string): Promise<number> {
  const [row] = await matching(db, search).count<{ count: string }[]>('* as count');
  return Number(row!.count);
}

/** Whether the two are members of one organization. */
export async function shareOrganization(db: Db, userId: string, organizationIds: readonly string[]): Promise<boolean> {
  const row = await db('members')
    .where({ user_id: userId })
    .whereIn('organization_id', organizationIds)
    .first('user_id');
  return row !== undefined;
}

export type NewUser = Pick<UserRow, 'id' | 'email' | 'display_name' | 'created_at'> & { instance_admin?: boolean };

/** Inserts those whose e-mail address nobody has yet, in any case, and returns them. */
export async function insertUnknownUsers(tx: Tx, users: readonly NewUser[]): Promise<UserRow[]> {
  // In the order of the index, so that two inserters wait for each other instead of deadlocking.
  const { rows } = await tx.raw<{ rows: UserRow[] }>(
    `INSERT INTO users (id, email, display_name, created_at, instance_admin)
     SELECT id, email, display_name, created_at, coalesce(instance_admin, false)
     FROM jsonb_to_recordset(?::jsonb)
       AS given (id text, email text, display_name text, created_at timestamptz, instance_admin boolean)
     ORDER BY lower(email)
     ON CONFLICT (lower(email)) DO NOTHING
     RETURNING ${columns.join(', ')}`,
    [JSON.stringify(users)],
  );
  return rows;
}

/** The id of the user of each address that is known; addresses come back as they were given. */
export async function findUserIdsByEmail(db: Db, emails: readonly string[]): Promise<{ email: string; id: string }[]> {
  const { rows } = await db.raw<{ rows: { email: string; id: string }[] }>(
    `SELECT given.email, users.id FROM unnest(?::text[]) AS given (email)
     JOIN users ON lower(users.email) = lower(given.email)`,
    [[...emails]],
  );
  return rows;
}

export async function updateUser(
  tx: Tx,
  id: string,
  changes: Partial<Pick<UserRow, 'display_name' | 'photo_url'>>,
): Promise<UserRow> {
  const [row] = await tx<UserRow>('users')
    .where({ id })
    .update({ ...changes, version: tx.raw('version + 1') })
    .returning([...columns]);
  return row!;
}

export async function updateAccount(
  tx: Tx,
  id: string,
  changes: Pick<UserRow, 'disabled_at' | 'instance_admin'>,
): Promise<UserRow> {
  const [row] = await tx<UserRow>('users')
    .where({ id })
    .update(changes)
    .returning([...columns]);
  return row!;
}
