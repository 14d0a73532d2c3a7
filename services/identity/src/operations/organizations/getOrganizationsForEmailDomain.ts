import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { viewerOf } from '../../domain/organization-viewer.js';
import type { Identity } from '../../identity.js';
import { ownsAddressOf } from '../../policies/email-domain.js';
import { belongs } from '../../policies/organization.js';
import { presentOrganization } from '../../present/organization.js';
import { listOrganizationsOfDomain } from '../../tables/organization.js';

export const getOrganizationsForEmailDomain = operation(
  contract.getOrganizationsForEmailDomain,
  async ({ params, principal }, identity: Identity) => {
    const domain = params.emailDomain.toLowerCase();
    const isOwn = ownsAddressOf(principal, domain);
    const rows = await listOrganizationsOfDomain(identity.db, domain);
    const viewer = await viewerOf(principal, identity);
    const visible = rows.filter(({ id }) => isOwn || belongs(principal, id));
    return { organizations: visible.map((organization) => presentOrganization(organization, viewer)) };
  },
);
