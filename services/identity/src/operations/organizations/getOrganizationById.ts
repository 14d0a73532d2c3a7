import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { viewerOf } from '../../domain/organization-viewer.js';
import type { Identity } from '../../identity.js';
import { authorizeRepair } from '../../policies/organization.js';
import { presentOrganization } from '../../present/organization.js';
import { findOrganization } from '../../tables/organization.js';

export const getOrganizationById = operation(
  contract.getOrganizationById,
  async ({ params, principal }, identity: Identity) => {
    authorizeRepair(principal, 'view', params.organizationId);
    const organization = await findOrganization(identity.db, params.organizationId);
    if (!organization) throw notFound('organization');
    return presentOrganization(organization, await viewerOf(principal, identity, [organization.id]));
  },
);
