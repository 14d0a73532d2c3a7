import type { Db, Role, Tx } from '@quire/runtime';
import { notFound } from '@quire/runtime';
import { selectTeam, type TeamRow } from './team.js';

export interface SamlProviderRow {
  id: string;
  organization_id: string;
  label: string;
  entity_id: string | null;
  /** One or more, as they were given. */
  certificate: string | null;
  sso_url: string | null;
  default_team_id: string | null;
  default_role: Role | null;
  created_at: Date;
}

/** A provider that people can sign on with. */
export type ActiveSamlProvider = SamlProviderRow & Record<'entity_id' | 'certificate' | 'sso_url', string>;

export interface SamlProviderKey {
  organizationId: string;
  samlProviderId: string;
}

const columns = [
  'id',
  'organization_id',
  'label',
  'entity_id',
  'certificate',
  'sso_url',
  'default_team_id',
  'default_role',
  'created_at',
] as const;

export const activeOnly = 'sso_url IS NOT NULL AND entity_id IS NOT NULL AND certificate IS NOT NULL';

const named = ({ organizationId, samlProviderId }: SamlProviderKey) => ({
  id: samlProviderId,
  organization_id: organizationId,
});

export async function findSamlProvider(db: Db, key: SamlProviderKey): Promise<SamlProviderRow | undefined> {
  return db<SamlProviderRow>('saml_providers')
    .where(named(key))
    .first(...columns);
}

/** Reads a provider and keeps others from changing it until the transaction ends. */
export async function lockSamlProvider(tx: Tx, key: SamlProviderKey): Promise<SamlProviderRow | undefined> {
  return tx<SamlProviderRow>('saml_providers')
    .where(named(key))
    .forNoKeyUpdate()
    .first(...columns);
}

/** Keeps a provider from being deleted until the transaction ends; false when there is none any more. */
export async function holdSamlProvider(tx: Tx, id: string): Promise<boolean> {
  return (await tx('saml_providers').where({ id }).forKeyShare().first('id')) !== undefined;
}

export async function listSamlProviders(
  db: Db,
  organizationId: string,
  { after = '', limit }: { after?: string; limit: number },
): Promise<SamlProviderRow[]> {
  return db<SamlProviderRow>('saml_providers')
    .where({ organization_id: organizationId })
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .select(...columns);
}

export async function countSamlProviders(db: Db, organizationId: string): Promise<number> {
  const [row] = await db('saml_providers')
    .where({ organization_id: organizationId })
    .count<{ count: string }[]>('* as count');
  return Number(row!.count);
}

export async function listActiveSamlProviders(
  db: Db,
  organizationId: string,
): Promise<Pick<SamlProviderRow, 'id' | 'organization_id' | 'label'>[]> {
  return db<SamlProviderRow>('saml_providers')
    .where({ organization_id: organizationId })
    .whereRaw(activeOnly)
    .orderBy('id')
    .select('id', 'organization_id', 'label');
}

/** Whether people can sign on to the organization, with another provider than the one that is left out. */
export async function hasActiveSamlProvider(
  db: Db,
  organizationId: string,
  { except = '' }: { except?: string } = {},
): Promise<boolean> {
  const row = await db('saml_providers')
    .where({ organization_id: organizationId })
    .whereNot({ id: except })
    .whereRaw(activeOnly)
    .first('id');
  return row !== undefined;
}

/** The teams that providers let people join, by id, as the user who asks sees them. */
export async function findDefaultTeams(
  db: Db,
  providers: readonly Pick<SamlProviderRow, 'default_team_id'>[],
  askerId: string,
): Promise<Map<string, TeamRow>> {
  const ids = providers.flatMap(({ default_team_id }) => default_team_id ?? []);
  if (ids.length === 0) return new Map();
  const { rows } = await db.raw<{ rows: TeamRow[] }>(`${selectTeam} WHERE t.id = ANY (?)`, [askerId, ids]);
  return new Map(rows.map((team) => [team.id, team]));
}

export async function insertSamlProvider(tx: Tx, provider: SamlProviderRow): Promise<void> {
  await tx('saml_providers').insert(provider).catch(refuseUnknownTeam);
}

export type SamlProviderChanges = Partial<Omit<SamlProviderRow, 'id' | 'organization_id' | 'created_at'>>;

export async function updateSamlProvider(tx: Tx, id: string, changes: SamlProviderChanges): Promise<void> {
  await tx('saml_providers').where({ id }).update(changes).catch(refuseUnknownTeam);
}

export async function deleteSamlProvider(tx: Tx, id: string): Promise<void> {
  await tx('saml_providers').where({ id }).delete();
}

/** A team that was removed after it had been looked up. */
function refuseUnknownTeam(error: unknown): never {
  if ((error as { constraint?: string }).constraint !== 'saml_providers_default_team_id_fkey') throw error;
  throw notFound('team');
}
