import type { Db, Tx } from '@quire/runtime';
import type { MemberKey } from './member.js';

export interface SamlRequest {
  id: string;
  providerId: string;
}

/** Notes a request that waits for its answer; false when the provider is gone. */
export async function insertSamlRequest(db: Db, { id, providerId }: SamlRequest, expiresAt: Date): Promise<boolean> {
  const { rowCount } = await db.raw<{ rowCount: number }>(
    `INSERT INTO saml_requests (id, provider_id, expires_at)
     SELECT ?, id, ?::timestamptz FROM saml_providers WHERE id = ? FOR KEY SHARE`,
    [id, expiresAt, providerId],
  );
  return rowCount === 1;
}

/** Takes a request away for its one answer; false when there is none that waits. */
export async function takeSamlRequest(tx: Tx, { id, providerId }: SamlRequest, now: Date): Promise<boolean> {
  const taken = await tx('saml_requests').where({ id, provider_id: providerId }).where('expires_at', '>', now).delete();
  return taken === 1;
}

/** Notes that an assertion was used; false when it was before, here or in another replica. */
export async function insertSamlAssertion(
  tx: Tx,
  { id, providerId }: { id: string; providerId: string },
  expiresAt: Date,
): Promise<boolean> {
  const { rowCount } = await tx.raw<{ rowCount: number }>(
    'INSERT INTO saml_assertions (provider_id, id, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
    [providerId, id, expiresAt],
  );
  return rowCount === 1;
}

export interface SamlIdentity {
  providerId: string;
  nameId: string;
}

/** The user whom an identity provider has called by this name before. */
export async function findUserIdOfSamlIdentity(
  db: Db,
  { providerId, nameId }: SamlIdentity,
): Promise<string | undefined> {
  const row = await db('saml_identities')
    .where({ provider_id: providerId, name_id: nameId })
    .first<{ user_id: string } | undefined>('user_id');
  return row?.user_id;
}

/** Remembers whom the name means, unless it means somebody already. */
export async function insertSamlIdentity(tx: Tx, { providerId, nameId }: SamlIdentity, userId: string): Promise<void> {
  await tx('saml_identities')
    .insert({ provider_id: providerId, name_id: nameId, user_id: userId })
    .onConflict(['provider_id', 'name_id'])
    .ignore();
}

/** Notes that a member has come through single sign-on. */
export async function markSignedOn(tx: Tx, { organizationId, userId }: MemberKey, version: number): Promise<void> {
  await tx('members').where({ organization_id: organizationId, user_id: userId }).update({ sso: true, version });
}
