import { listOf } from '../schemas/list.js';
import { pageQuery } from '../schemas/query.js';
import { TeamMember, TeamMemberInput, TeamMembersUpdate } from '../schemas/team.js';
import { operationsOf } from './define.js';

const operation = operationsOf('team-members', 'identity');

export const listTeamMembersInOrganizationById = operation({
  operationId: 'listTeamMembersInOrganizationById',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/teams/{teamId}/members',
  summary: 'List the members of a team',
  query: pageQuery,
  success: 200,
  response: listOf(TeamMember),
});

export const updateMembersInOrganizationTeam = operation({
  operationId: 'updateMembersInOrganizationTeam',
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/teams/{teamId}/members',
  summary: 'Add, change and remove members of a team',
  body: TeamMembersUpdate,
  success: 204,
});

export const addMemberToOrganizationTeamById = operation({
  operationId: 'addMemberToOrganizationTeamById',
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
  summary: 'Add a member to a team or change the role',
  body: TeamMemberInput.prefault({}),
  success: 204,
});

export const deleteMemberFromOrganizationTeamById = operation({
  operationId: 'deleteMemberFromOrganizationTeamById',
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/teams/{teamId}/members/{userId}',
  summary: 'Remove a member from a team',
  success: 204,
});
