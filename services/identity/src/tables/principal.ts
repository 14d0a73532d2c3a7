import type { Db, Role, TokenScope } from '@quire/runtime';
import { activeOnly } from './saml-provider.js';

/** All that introspection answers about the holder of a token. */
export interface PrincipalRow {
  token_id: string;
  expires_at: Date | null;
  scopes: TokenScope[];
  user_id: string;
  email: string;
  display_name: string;
  photo_url: string | null;
  instance_admin: boolean;
  /** The one organization that the token is good for. */
  confined_to: string | null;
  organizations: Record<string, { role: Role | null; teams: string[] }>;
  /** Where single sign-on is required and the membership did not come of it: the oldest provider to sign on with. */
  sign_on: Record<string, { role: Role | null; provider: string }>;
}

/** A token by what is kept of it. */
export type TokenKey = { tokenHash: string } | { tokenId: string };

/** The holder of a token that is valid at `now`, in one query: the gateway waits for it. */
export async function findPrincipal(db: Db, key: TokenKey, now: Date): Promise<PrincipalRow | undefined> {
  const [column, value] = 'tokenHash' in key ? ['t.hash', key.tokenHash] : ['t.id', key.tokenId];
  const { rows } = await db.raw<{ rows: PrincipalRow[] }>(
    `SELECT t.id AS token_id, t.expires_at, t.scopes, t.organization_id AS confined_to,
       u.id AS user_id, u.email, u.display_name, u.photo_url, u.instance_admin AND t.organization_id IS NULL AS instance_admin,
       coalesce(m.organizations, '{}') AS organizations, coalesce(m.sign_on, '{}') AS sign_on
     FROM api_tokens t JOIN users u ON u.id = t.user_id
     CROSS JOIN LATERAL (
       SELECT
         jsonb_object_agg(m.organization_id, jsonb_build_object('role', m.role, 'teams', ARRAY(
           SELECT team_id FROM team_members
           WHERE user_id = m.user_id AND organization_id = m.organization_id ORDER BY team_id)))
           FILTER (WHERE p.id IS NULL) AS organizations,
         jsonb_object_agg(m.organization_id, jsonb_build_object('role', m.role, 'provider', p.id))
           FILTER (WHERE p.id IS NOT NULL) AS sign_on
       FROM members m JOIN organizations o ON o.id = m.organization_id
       LEFT JOIN LATERAL (
         SELECT id FROM saml_providers
         WHERE organization_id = o.id AND ${activeOnly}
         ORDER BY id LIMIT 1
       ) p ON o.sso AND NOT m.sso
       WHERE m.user_id = u.id AND NOT m.disabled
         AND (t.organization_id IS NULL OR m.organization_id = t.organization_id)
     ) m
     WHERE ${column} = ? AND u.disabled_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > ?)`,
    [value, now],
  );
  return rows[0];
}
