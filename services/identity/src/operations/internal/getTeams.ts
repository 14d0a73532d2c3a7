import { internalContract } from '@quire/contract';
import { internalRoute } from '@quire/runtime';
import type { Identity } from '../../identity.js';
import { findTeams } from '../../tables/team.js';

export const getTeams = internalRoute(internalContract.getTeams, async ({ body }, { db }: Identity) => ({
  teams: (await findTeams(db, { organizationId: body.organization, teamIds: body.teams }, body.viewer)).map((row) => ({
    id: row.id,
    title: row.title,
    members: row.members,
    spaces: row.spaces,
    createdAt: row.created_at.toISOString(),
    ownRole: row.own_role,
    sequence: row.version,
  })),
}));
