import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { viewerOf } from '../../domain/organization-viewer.js';
import { changeOrganization } from '../../domain/organizations.js';
import type { Identity } from '../../identity.js';
import { authorizeRepair } from '../../policies/organization.js';
import { presentOrganization } from '../../present/organization.js';
import { lockOrganization } from '../../tables/organization.js';

export const updateOrganizationById = operation(
  contract.updateOrganizationById,
  async ({ params, body, principal, ifMatch, commit }, identity: Identity) => {
    authorizeRepair(principal, 'admin', params.organizationId);
    const viewer = await viewerOf(principal, identity, [params.organizationId]);
    return commit(async (tx) => {
      const before = await lockOrganization(tx, params.organizationId);
      if (!before) throw notFound('organization');
      ifMatch(presentOrganization(before, viewer));
      const after = await changeOrganization(tx, before, {
        title: body.title,
        emailDomains: body.emailDomains,
        hostname: body.hostname,
        default_role: body.defaultRole,
        default_content: body.defaultContent,
        logo_url: body.logo,
        sso: body.sso,
        ai: body.ai,
        invite_links: body.inviteLinks,
      });
      return presentOrganization(after, viewer);
    });
  },
);
