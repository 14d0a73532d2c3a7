import type { EventData, events } from '@quire/contract';
import { project, type Tx } from '@quire/runtime';

/** An organization as identity told of it last. */
export interface OrganizationRow {
  id: string;
  facts: EventData<typeof events.organizationCreated>;
  sequence: number;
}

/** Keeps the row unless a newer one is there. */
export async function projectOrganization(tx: Tx, row: OrganizationRow): Promise<void> {
  await project(tx, 'organizations', { key: 'id', row: { ...row } });
}
