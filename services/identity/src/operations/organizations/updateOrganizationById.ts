import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { bringIn } from '../../domain/email-domains.js';
import { forgetMembers } from '../../domain/forget-principals.js';
import { viewerOf } from '../../domain/organization-viewer.js';
import { changeOrganization } from '../../domain/organizations.js';
import type { Identity } from '../../identity.js';
import { authorizeRepair } from '../../policies/organization.js';
import { presentOrganization } from '../../present/organization.js';
import { lockClaims } from '../../tables/email-domain.js';
import { lockOrganization } from '../../tables/organization.js';

export const updateOrganizationById = operation(
  contract.updateOrganizationById,
  async ({ params, body, principal, ifMatch, commit }, identity: Identity) => {
    authorizeRepair(principal, 'admin', params.organizationId);
    const viewer = await viewerOf(principal, identity, [params.organizationId]);
    const done = await commit(async (tx) => {
      if (body.hostname !== undefined || body.emailDomains !== undefined) await lockClaims(tx);
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
      await bringIn(tx, principal, { before, after, now: identity.clock() });
      return presentOrganization(after, viewer);
    });
    if (body.sso !== undefined || body.emailDomains !== undefined) {
      await forgetMembers(identity, params.organizationId);
    }
    return done;
  },
);
