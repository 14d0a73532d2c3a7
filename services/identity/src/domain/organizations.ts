import { events } from '@quire/contract';
import { newId, recordEvent, type Tx } from '@quire/runtime';
import {
  insertOrganization,
  type OrganizationChanges,
  type OrganizationRow,
  updateOrganization,
} from '../tables/organization.js';
import { lockClaims, replaceEmailDomains } from '../tables/email-domain.js';
import { normalDomains } from './email-domains.js';
import { organizationFact } from './facts.js';
import { addMembers } from './members.js';

export interface Founding {
  title: string;
  settings?: OrganizationChanges;
  emailDomains?: readonly string[] | undefined;
  founderId: string;
  now: Date;
}

/** Founds an organization with its founder as the first admin. */
export async function foundOrganization(
  tx: Tx,
  { title, settings, emailDomains = [], founderId, now }: Founding,
): Promise<OrganizationRow> {
  if (settings?.hostname !== undefined || emailDomains.length > 0) await lockClaims(tx);
  const row = await insertOrganization(tx, { ...settings, id: newId(now.getTime()), title, created_at: now });
  const domains = normalDomains(emailDomains);
  await replaceEmailDomains(tx, row.id, domains);
  const organization = { ...row, email_domains: domains };
  await recordEvent(tx, events.organizationCreated, organizationFact(organization));
  await addMembers(tx, organization.id, [{ userId: founderId, role: 'admin' }], now);
  return organization;
}

/** Applies the fields that are given; without any, nothing happens. */
export async function changeOrganization(
  tx: Tx,
  before: OrganizationRow,
  { emailDomains, ...changes }: OrganizationChanges & { emailDomains?: readonly string[] | undefined },
): Promise<OrganizationRow> {
  if ([emailDomains, ...Object.values(changes)].every((value) => value === undefined)) return before;
  if (emailDomains) await replaceEmailDomains(tx, before.id, normalDomains(emailDomains));
  const after = await updateOrganization(tx, before.id, changes);
  await recordEvent(tx, events.organizationUpdated, organizationFact(after));
  return after;
}
