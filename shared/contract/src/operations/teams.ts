import { listOf } from '../schemas/list.js';
import { Team, TeamCreate, teamListQuery, TeamUpdate } from '../schemas/team.js';
import { operationsOf } from './define.js';

const operation = operationsOf('teams', 'identity');

export const listTeamsInOrganizationById = operation({
  operationId: 'listTeamsInOrganizationById',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/teams',
  summary: 'List the teams of an organization',
  query: teamListQuery,
  success: 200,
  response: listOf(Team),
});

export const createOrganizationTeam = operation({
  operationId: 'createOrganizationTeam',
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/teams',
  summary: 'Add a team',
  body: TeamCreate,
  success: 201,
  response: Team,
});

export const getTeamInOrganizationById = operation({
  operationId: 'getTeamInOrganizationById',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/teams/{teamId}',
  summary: 'Read a team',
  success: 200,
  response: Team,
});

export const removeTeamFromOrganizationById = operation({
  operationId: 'removeTeamFromOrganizationById',
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/teams/{teamId}',
  summary: 'Remove a team',
  success: 204,
});

export const updateTeamInOrganizationById = operation({
  operationId: 'updateTeamInOrganizationById',
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/teams/{teamId}',
  summary: 'Rename a team',
  body: TeamUpdate,
  success: 200,
  response: Team,
});
