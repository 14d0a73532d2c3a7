import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import type { Identity } from '../../identity.js';
import { findOrganizationIdByHostname } from '../../tables/organization.js';

export const getSubdomain = operation(contract.getSubdomain, async ({ params }, { db }: Identity) => {
  const organization = await findOrganizationIdByHostname(db, params.subdomain);
  if (organization === undefined) throw notFound('subdomain');
  return {
    object: 'subdomain' as const,
    subdomain: params.subdomain,
    target: { type: 'organization' as const, organization },
    isActive: true,
  };
});
