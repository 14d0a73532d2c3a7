import type { TestUser } from './factories.js';

export const callers = [
  'outsider',
  'guest',
  'guest inside',
  'reader',
  'member',
  'owner',
  'guest who owns',
  'admin',
] as const;

interface State {
  organizationId: string;
  teamId: string;
  /** A member of the team. */
  other: TestUser;
}

interface Row {
  operationId: string;
  method: 'get' | 'put' | 'patch' | 'delete';
  path: (state: State) => string;
  body?: (state: State) => unknown;
  /** In the order of `callers`. */
  expected: readonly number[];
}

const teams = ({ organizationId }: State) => `/v1/orgs/${organizationId}/teams`;
const team = (state: State) => `${teams(state)}/${state.teamId}`;
const members = (state: State) => `${team(state)}/members`;
const member = (state: State) => `${members(state)}/${state.other.id}`;

const sees = [404, 404, 200, 200, 200, 200, 200, 200];
const manages = (success: number) => [404, 404, 403, 403, 403, success, success, success];

/** What each caller is answered by operations on teams. */
export const teamRights: readonly Row[] = [
  {
    operationId: 'listTeamsInOrganizationById',
    method: 'get',
    path: teams,
    expected: [404, 403, 403, 200, 200, 200, 403, 200],
  },
  {
    operationId: 'createOrganizationTeam',
    method: 'put',
    path: teams,
    body: () => ({ title: 'New' }),
    expected: [404, 403, 403, 403, 403, 403, 403, 201],
  },
  { operationId: 'getTeamInOrganizationById', method: 'get', path: team, expected: sees },
  {
    operationId: 'updateTeamInOrganizationById',
    method: 'patch',
    path: team,
    body: () => ({ title: 'New' }),
    expected: manages(200),
  },
  { operationId: 'removeTeamFromOrganizationById', method: 'delete', path: team, expected: manages(204) },
  { operationId: 'listTeamMembersInOrganizationById', method: 'get', path: members, expected: sees },
  {
    operationId: 'updateMembersInOrganizationTeam',
    method: 'put',
    path: members,
    body: ({ other }) => ({ remove: [other.id] }),
    expected: manages(204),
  },
  {
    operationId: 'addMemberToOrganizationTeamById',
    method: 'put',
    path: member,
    body: () => ({ role: 'owner' }),
    expected: manages(204),
  },
  { operationId: 'deleteMemberFromOrganizationTeamById', method: 'delete', path: member, expected: manages(204) },
  {
    operationId: 'listTeamsForOrganizationMember',
    method: 'get',
    path: ({ organizationId, other }) => `/v1/orgs/${organizationId}/members/${other.id}/teams`,
    expected: [404, 403, 403, 200, 200, 200, 403, 200],
  },
];
