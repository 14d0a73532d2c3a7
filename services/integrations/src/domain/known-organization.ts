import type { Organization } from '@quire/contract';
import { notFound, type Principal } from '@quire/runtime';
import type { Integrations } from '../integrations.js';

/** The organization of an id or a subdomain, an id before a subdomain; throws 404 when there is none. */
export async function knownOrganization(
  idOrSubdomain: string,
  principal: Principal,
  { identity }: Pick<Integrations, 'identity'>,
): Promise<Organization> {
  const find = async (id: string) => (await identity.viewOrganizations([id], principal)).get(id);
  const byId = await find(idOrSubdomain);
  if (byId) return byId;
  const id = await identity.findOrganization(idOrSubdomain);
  const found = id === undefined ? undefined : await find(id);
  if (!found) throw notFound('organization');
  return found;
}
