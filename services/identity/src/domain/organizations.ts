import { events } from '@quire/contract';
import { newId, recordEvent, type Tx } from '@quire/runtime';
import {
  insertOrganization,
  type OrganizationChanges,
  type OrganizationRow,
  updateOrganization,
} from '../tables/organization.js';
import { organizationFact } from './facts.js';
import { addMembers } from './members.js';

export interface Founding {
  title: string;
  settings?: OrganizationChanges;
  founderId: string;
  now: Date;
}

/** Founds an organization with its founder as the first admin. */
export async function foundOrganization(
  tx: Tx,
  { title, settings, founderId, now }: Founding,
): Promise<OrganizationRow> {
  const organization = await insertOrganization(tx, { ...settings, id: newId(now.getTime()), title, created_at: now });
  await recordEvent(tx, events.organizationCreated, organizationFact(organization));
  await addMembers(tx, organization.id, [{ userId: founderId, role: 'admin' }], now);
  return organization;
}

/** Applies the fields that are given; without any, nothing happens. */
export async function changeOrganization(tx: Tx, before: OrganizationRow, changes: OrganizationChanges) {
  if (Object.values(changes).every((value) => value === undefined)) return before;
  const after = await updateOrganization(tx, before.id, changes);
  await recordEvent(tx, events.organizationUpdated, organizationFact(after));
  return after;
}

/** Domain names are compared as they are stored: in lower case, each once. */
export function emailDomainsOf(domains: readonly string[] | undefined): string[] | undefined {
  return domains && [...new Set(domains.map((domain) => domain.toLowerCase()))];
}
