import { notFound, transaction } from '@quire/runtime';
import type { Sites } from '../sites.js';
import { findOrganization } from '../tables/organization.js';
import { projectOrganization } from './project-organization.js';

/** Asks identity about an organization that no event has told of yet; throws 404 when there is none. */
export async function learnOrganization(sites: Sites, id: string): Promise<void> {
  const { db, identity } = sites;
  if (await findOrganization(db, id)) return;
  const organization = await identity.getOrganization(id);
  if (!organization) throw notFound('organization');
  await transaction(db, (tx) => projectOrganization(tx, sites, organization));
}
