import type { Principal } from '@quire/runtime';
import type { Integrations } from '../integrations.js';
import type { IntegrationView } from '../present/integration.js';
import type { IntegrationRow } from '../tables/integration.js';

/** What presenting these integrations to the caller takes. */
export async function viewOf(
  rows: readonly Pick<IntegrationRow, 'organization_id'>[],
  principal: Principal,
  { identity, publicUrl }: Pick<Integrations, 'identity' | 'publicUrl'>,
): Promise<IntegrationView> {
  const ids = [...new Set(rows.map(({ organization_id }) => organization_id))];
  return { principal, publicUrl, owners: await identity.viewOrganizations(ids, principal) };
}
