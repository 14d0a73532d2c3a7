import { listOf } from '../schemas/list.js';
import { MemberContentPermission, memberSpaceListQuery } from '../schemas/permission.js';
import { operationsOf } from './define.js';

/** Published beside the members, but content knows who sees what. */
const operation = operationsOf('organization-members', 'content');

export const listSpacesForOrganizationMember = operation({
  operationId: 'listSpacesForOrganizationMember',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/members/{userId}/spaces',
  summary: 'List the spaces that a member sees',
  query: memberSpaceListQuery,
  success: 200,
  response: listOf(MemberContentPermission),
});
