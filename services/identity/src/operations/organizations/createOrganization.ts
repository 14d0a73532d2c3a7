import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { bringIn } from '../../domain/email-domains.js';
import { forgetMembers } from '../../domain/forget-principals.js';
import { foundOrganization } from '../../domain/organizations.js';
import type { Identity } from '../../identity.js';
import { authorizeFounding } from '../../policies/organization.js';
import { presentOrganization } from '../../present/organization.js';

export const createOrganization = operation(
  contract.createOrganization,
  async ({ body, principal, commit }, identity: Identity) => {
    authorizeFounding(principal);
    const now = identity.clock();
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
        now,
      });
      await bringIn(tx, principal, { after: organization, now });
      const founder = { ...principal, organizations: { [organization.id]: { role: 'admin' as const, teams: [] } } };
      return presentOrganization(organization, {
        principal: founder,
        ownTeams: new Set(),
        publicUrl: identity.config.PUBLIC_URL,
      });
    });
    await forgetMembers(identity, done.value.id);
    return done;
  },
);
