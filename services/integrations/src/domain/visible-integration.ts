import { type Db, notFound, type Principal } from '@quire/runtime';
import { memberships, sees } from '../policies/integration.js';
import { isInstalledAt } from '../tables/installation.js';
import { findIntegration, type IntegrationRow } from '../tables/integration.js';

/** The integration, if the caller may know of it: a private one those who own it and those who have it; else 404. */
export async function visibleIntegration(db: Db, name: string, principal: Principal): Promise<IntegrationRow> {
  const row = await findIntegration(db, name);
  if (!row) throw notFound('integration');
  if (sees(principal, row) || (await isInstalledAt(db, name, memberships(principal)))) return row;
  throw notFound('integration');
}
