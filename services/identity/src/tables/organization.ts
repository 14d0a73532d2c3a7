import type { Organization } from '@quire/contract';
import { conflict, type Db, type Role, type Tx } from '@quire/runtime';

export interface OrganizationRow {
  id: string;
  title: string;
  created_at: Date;
  email_domains: string[];
  hostname: string | null;
  type: Organization['type'];
  use_case: NonNullable<Organization['useCase']> | null;
  community_type: NonNullable<Organization['communityType']> | null;
  default_role: Role | null;
  default_content: NonNullable<Organization['defaultContent']> | null;
  sso: boolean;
  ai: boolean;
  invite_links: boolean;
  logo_url: string | null;
  version: number;
}

const columns = [
  'id',
  'title',
  'created_at',
  'email_domains',
  'hostname',
  'type',
  'use_case',
  'community_type',
  'default_role',
  'default_content',
  'sso',
  'ai',
  'invite_links',
  'logo_url',
  'version',
] as const;

export async function findOrganization(db: Db, id: string): Promise<OrganizationRow | undefined> {
  return db<OrganizationRow>('organizations')
    .where({ id })
    .first(...columns);
}

export async function findOrganizations(db: Db, ids: readonly string[]): Promise<OrganizationRow[]> {
  return db<OrganizationRow>('organizations')
    .whereIn('id', ids)
    .select(...columns);
}

/** Reads an organization and keeps others from changing it until the transaction ends. */
export async function lockOrganization(tx: Tx, id: string): Promise<OrganizationRow | undefined> {
  return tx<OrganizationRow>('organizations')
    .where({ id })
    .forNoKeyUpdate()
    .first(...columns);
}

/** Those of the given organizations that come after an id, in the order of ids. */
export async function listOrganizations(
  db: Db,
  ids: readonly string[],
  { after = '', limit }: { after?: string; limit: number },
): Promise<OrganizationRow[]> {
  const { rows } = await db.raw<{ rows: OrganizationRow[] }>(
    `SELECT ${columns.join(', ')} FROM organizations WHERE id = ANY (?) AND id > ? ORDER BY id LIMIT ?`,
    [[...ids], after, limit],
  );
  return rows;
}

export async function listOrganizationsOfDomain(db: Db, domain: string): Promise<OrganizationRow[]> {
  const { rows } = await db.raw<{ rows: OrganizationRow[] }>(
    `SELECT ${columns.join(', ')} FROM organizations WHERE email_domains @> ARRAY[?]::text[] ORDER BY id LIMIT 1000`,
    [domain],
  );
  return rows;
}

export type OrganizationChanges = Partial<Omit<OrganizationRow, 'id' | 'created_at' | 'version'>>;
export type NewOrganization = OrganizationChanges & Pick<OrganizationRow, 'id' | 'title' | 'created_at'>;

export async function insertOrganization(tx: Tx, organization: NewOrganization): Promise<OrganizationRow> {
  const [row] = await tx<OrganizationRow>('organizations')
    .insert(organization)
    .returning([...columns])
    .catch(refuseTakenHostname);
  return row!;
}

export async function updateOrganization(tx: Tx, id: string, changes: OrganizationChanges): Promise<OrganizationRow> {
  const [row] = await tx<OrganizationRow>('organizations')
    .where({ id })
    .update({ ...changes, version: tx.raw('version + 1') })
    .returning([...columns])
    .catch(refuseTakenHostname);
  return row!;
}

function refuseTakenHostname(error: unknown): never {
  if ((error as { constraint?: string }).constraint !== 'organizations_hostname') throw error;
  throw conflict('This hostname belongs to another organization; choose a different one.');
}
