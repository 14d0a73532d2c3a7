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

const emailDomains =
  'ARRAY(SELECT domain FROM email_domains WHERE organization_id = organizations.id ORDER BY position) AS email_domains';
const selected = `${columns.join(', ')}, ${emailDomains}`;

export async function findOrganization(db: Db, id: string): Promise<OrganizationRow | undefined> {
  return db<OrganizationRow>('organizations')
    .where({ id })
    .first(...columns, db.raw(emailDomains));
}

export async function findOrganizationIdByHostname(db: Db, hostname: string): Promise<string | undefined> {
  const row: { id: string } | undefined = await db('organizations').where({ hostname }).first('id');
  return row?.id;
}

export async function findOrganizations(
  db: Db,
  ids: readonly string[],
  hostnames: readonly string[] = [],
): Promise<OrganizationRow[]> {
  return db<OrganizationRow>('organizations')
    .whereIn('id', ids)
    .orWhereIn('hostname', hostnames)
    .select(...columns, db.raw(emailDomains));
}

/** Reads an organization and keeps others from changing it until the transaction ends. */
export async function lockOrganization(tx: Tx, id: string): Promise<OrganizationRow | undefined> {
  return tx<OrganizationRow>('organizations')
    .where({ id })
    .forNoKeyUpdate()
    .first(...columns, tx.raw(emailDomains));
}

/** Keeps others from changing organizations and their memberships until the transaction ends. */
export async function lockOrganizations(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.raw('SELECT id FROM organizations WHERE id = ANY (?) ORDER BY id FOR NO KEY UPDATE', [[...ids]]);
}

/** Those of the given organizations that come after an id, in the order of ids. */
export async function listOrganizations(
  db: Db,
  ids: readonly string[],
  { after = '', limit }: { after?: string; limit: number },
): Promise<OrganizationRow[]> {
  const { rows } = await db.raw<{ rows: OrganizationRow[] }>(
    `SELECT ${selected} FROM organizations WHERE id = ANY (?) AND id > ? ORDER BY id LIMIT ?`,
    [[...ids], after, limit],
  );
  return rows;
}

export async function listOrganizationsOfDomain(db: Db, domain: string): Promise<OrganizationRow[]> {
  const { rows } = await db.raw<{ rows: OrganizationRow[] }>(
    `SELECT ${selected} FROM organizations WHERE id IN (SELECT organization_id FROM email_domains WHERE domain = ?)`,
    [domain],
  );
  return rows;
}

export type OrganizationChanges = Partial<Omit<OrganizationRow, 'id' | 'created_at' | 'version' | 'email_domains'>>;
export type NewOrganization = OrganizationChanges & Pick<OrganizationRow, 'id' | 'title' | 'created_at'>;

export async function insertOrganization(tx: Tx, organization: NewOrganization): Promise<OrganizationRow> {
  await tx('organizations').insert(organization).catch(refuseTakenHostname);
  return (await findOrganization(tx, organization.id))!;
}

export async function updateOrganization(tx: Tx, id: string, changes: OrganizationChanges): Promise<OrganizationRow> {
  await tx('organizations')
    .where({ id })
    .update({ ...changes, version: tx.raw('version + 1') })
    .catch(refuseTakenHostname);
  return (await findOrganization(tx, id))!;
}

function refuseTakenHostname(error: unknown): never {
  if ((error as { constraint?: string }).constraint !== 'organizations_hostname') throw error;
  throw conflict('This hostname belongs to another organization; choose a different one.');
}
