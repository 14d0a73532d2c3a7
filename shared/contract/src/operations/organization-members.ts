import { listOf } from '../schemas/list.js';
import { Member, memberListQuery, MemberUpdate } from '../schemas/member.js';
import { MemberTeam, memberTeamListQuery } from '../schemas/team.js';
import { operationsOf } from './define.js';

const operation = operationsOf('organization-members', 'identity');

export const listMembersInOrganizationById = operation({
  operationId: 'listMembersInOrganizationById',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/members',
  summary: 'List the members of an organization',
  query: memberListQuery,
  success: 200,
  response: listOf(Member),
});

export const getMemberInOrganizationById = operation({
  operationId: 'getMemberInOrganizationById',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/members/{userId}',
  summary: 'Read a member of an organization',
  success: 200,
  response: Member,
});

export const updateMemberInOrganizationById = operation({
  operationId: 'updateMemberInOrganizationById',
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/members/{userId}',
  summary: 'Change the role of a member',
  body: MemberUpdate,
  success: 200,
  response: Member,
});

export const removeMemberFromOrganizationById = operation({
  operationId: 'removeMemberFromOrganizationById',
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/members/{userId}',
  summary: 'Remove a member from an organization',
  success: 204,
});

export const listTeamsForOrganizationMember = operation({
  operationId: 'listTeamsForOrganizationMember',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/members/{userId}/teams',
  summary: 'List the teams of a member',
  query: memberTeamListQuery,
  success: 200,
  response: listOf(MemberTeam),
});
