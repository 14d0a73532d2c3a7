import { type Db, project, type Tx } from '@quire/runtime';

/** What sites keep of an organization, as identity told of it last. */
export interface OrganizationRow {
  id: string;
  title: string;
  hostname: string | null;
  sequence: number;
}

export async function findOrganization(db: Db, id: string): Promise<OrganizationRow | undefined> {
  return db<OrganizationRow>('organizations').where({ id }).first('id', 'title', 'hostname', 'sequence');
}

/** Reads an organization and keeps others from projecting it until the transaction ends. */
export async function lockOrganization(tx: Tx, id: string): Promise<OrganizationRow | undefined> {
  return tx<OrganizationRow>('organizations')
    .where({ id })
    .forNoKeyUpdate()
    .first('id', 'title', 'hostname', 'sequence');
}

/** Keeps the row unless a newer one is there. */
export async function projectOrganizationRow(tx: Tx, row: OrganizationRow): Promise<void> {
  await project(tx, 'organizations', { key: 'id', row: { ...row } });
}
