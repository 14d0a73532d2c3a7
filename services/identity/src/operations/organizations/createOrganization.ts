import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { forgetPrincipals } from '../../domain/forget-principals.js';
import { foundOrganization } from '../../domain/organizations.js';
import type { Identity } from '../../identity.js';
import { requireUser } from '../../policies/user.js';
import { presentOrganization } from '../../present/organization.js';

export const createOrganization = operation(
  contract.createOrganization,
  async ({ body, principal, commit }, identity: Identity) => {
    requireUser(principal);
    const done = await commit(async (tx) => {
      const organization = await foundOrganization(tx, {
        title: body.title,
        settings: {
          type: body.type,
          use_case: body.useCase,
          community_type: body.communityType,
          hostname: body.hostname,
          default_role: body.defaultRole,
        },
        emailDomains: body.emailDomains,
        founderId: principal.userId,
        now: identity.clock(),
      });
      const founder = { ...principal, organizations: { [organization.id]: { role: 'admin' as const, teams: [] } } };
      return presentOrganization(organization, {
        principal: founder,
        ownTeams: new Set(),
        publicUrl: identity.config.PUBLIC_URL,
      });
    });
    await forgetPrincipals(identity, [principal.userId]);
    return done;
  },
);
