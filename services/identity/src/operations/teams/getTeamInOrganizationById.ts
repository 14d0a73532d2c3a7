import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Identity } from '../../identity.js';
import { authorize } from '../../policies/organization.js';
import { authorizeTeam } from '../../policies/team.js';
import { presentTeam } from '../../present/team.js';
import { findTeam } from '../../tables/team.js';

export const getTeamInOrganizationById = operation(
  contract.getTeamInOrganizationById,
  async ({ params, principal }, { db }: Identity) => {
    authorize(principal, 'view', params.organizationId);
    const team = await findTeam(db, params, principal.userId);
    authorizeTeam(principal, 'view', team);
    return presentTeam(team, principal);
  },
);
