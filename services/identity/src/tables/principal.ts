import type { Db, Role, TokenScope } from '@quire/runtime';

/** All that introspection answers about the holder of a token. */
export interface PrincipalRow {
  token_id: string;
  scopes: TokenScope[];
  user_id: string;
  email: string;
  display_name: string;
  photo_url: string | null;
  instance_admin: boolean;
  /** The one organization that the token is good for. */
  confined_to: string | null;
  organizations: Record<string, { role: Role | null; teams: string[] }>;
}

/** The holder of a token that is valid at `now`, in one query: the gateway waits for it. */
export async function findPrincipal(db: Db, tokenHash: string, now: Date): Promise<PrincipalRow | undefined> {
  const { rows } = await db.raw<{ rows: PrincipalRow[] }>(
    `SELECT t.id AS token_id, t.scopes, t.organization_id AS confined_to,
       u.id AS user_id, u.email, u.display_name, u.photo_url, u.instance_admin AND t.organization_id IS NULL AS instance_admin,
       coalesce(
         (SELECT jsonb_object_agg(m.organization_id, jsonb_build_object('role', m.role, 'teams', ARRAY(
            SELECT team_id FROM team_members
            WHERE user_id = m.user_id AND organization_id = m.organization_id ORDER BY team_id)))
          FROM members m WHERE m.user_id = u.id AND NOT m.disabled
            AND (t.organization_id IS NULL OR m.organization_id = t.organization_id)), '{}') AS organizations
     FROM api_tokens t JOIN users u ON u.id = t.user_id
     WHERE t.hash = ? AND u.disabled_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > ?)`,
    [tokenHash, now],
  );
  return rows[0];
}
