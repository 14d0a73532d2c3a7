import type { Db, Role, Tx } from '@quire/runtime';

/** A link that lets whoever has it join; what its address holds besides the id is not stored. */
export interface InviteRow {
  id: string;
  organization_id: string;
  role: Role | null;
  created_at: Date;
  /** Of the organization. */
  default_role: Role | null;
}

export interface InviteKey {
  organizationId: string;
  id: string;
}

const selectInvite = `
  SELECT i.id, i.organization_id, i.role, i.created_at, o.default_role
  FROM invites i JOIN organizations o ON o.id = i.organization_id`;

export async function findInvite(db: Db, { organizationId, id }: InviteKey): Promise<InviteRow | undefined> {
  const sql = `${selectInvite} WHERE i.organization_id = ? AND i.id = ?`;
  const { rows } = await db.raw<{ rows: InviteRow[] }>(sql, [organizationId, id]);
  return rows[0];
}

/** Reads an invite and keeps others from changing it until the transaction ends. */
export async function lockInvite(tx: Tx, { organizationId, id }: InviteKey): Promise<InviteRow | undefined> {
  const sql = `${selectInvite} WHERE i.organization_id = ? AND i.id = ? FOR UPDATE OF i`;
  const { rows } = await tx.raw<{ rows: InviteRow[] }>(sql, [organizationId, id]);
  return rows[0];
}

/** Reads an invite that may be used, and keeps it as it is until the transaction ends. */
export async function holdUsableInvite(tx: Tx, { organizationId, id }: InviteKey): Promise<InviteRow | undefined> {
  const sql = `${selectInvite} WHERE i.organization_id = ? AND i.id = ? AND o.invite_links FOR SHARE OF i`;
  const { rows } = await tx.raw<{ rows: InviteRow[] }>(sql, [organizationId, id]);
  return rows[0];
}

/** Those that come after an id, in the order of ids. */
export async function listInvites(
  db: Db,
  organizationId: string,
  { after = '', limit }: { after?: string; limit: number },
): Promise<InviteRow[]> {
  const sql = `${selectInvite} WHERE i.organization_id = ? AND i.id > ? ORDER BY i.id LIMIT ?`;
  const { rows } = await db.raw<{ rows: InviteRow[] }>(sql, [organizationId, after, limit]);
  return rows;
}

export async function countInvites(db: Db, organizationId: string): Promise<number> {
  const sql = 'SELECT count(*)::integer AS count FROM invites WHERE organization_id = ?';
  const { rows } = await db.raw<{ rows: { count: number }[] }>(sql, [organizationId]);
  return rows[0]!.count;
}

export async function insertInvite(tx: Tx, invite: Omit<InviteRow, 'default_role'>): Promise<InviteRow> {
  await tx('invites').insert(invite);
  return (await findInvite(tx, { organizationId: invite.organization_id, id: invite.id }))!;
}

export async function updateInviteRole(tx: Tx, id: string, role: Role | null): Promise<void> {
  await tx('invites').where({ id }).update({ role });
}

export async function deleteInvite(tx: Tx, id: string): Promise<void> {
  await tx('invites').where({ id }).delete();
}
