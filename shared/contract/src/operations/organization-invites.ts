import { EmailInvites, EmailInvitesResult, Invite, InviteInput, InviteJoined } from '../schemas/invite.js';
import { pageQuery } from '../schemas/query.js';
import { listOf } from '../schemas/list.js';
import { operationsOf } from './define.js';

const operation = operationsOf('organization-invites', 'identity');

export const inviteUsersToOrganization = operation({
  operationId: 'inviteUsersToOrganization',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/invites',
  summary: 'Invite people by e-mail',
  body: EmailInvites,
  success: 200,
  response: EmailInvitesResult,
});

export const listOrganizationInviteLinks = operation({
  operationId: 'listOrganizationInviteLinks',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/link-invites',
  summary: 'List the invite links of an organization',
  query: pageQuery,
  success: 200,
  response: listOf(Invite),
});

export const joinOrganizationWithInvite = operation({
  operationId: 'joinOrganizationWithInvite',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/invites/{inviteId}',
  summary: 'Join an organization with an invite link',
  success: 200,
  response: InviteJoined,
});

export const createOrganizationInvite = operation({
  operationId: 'createOrganizationInvite',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/link-invites',
  summary: 'Create an invite link',
  body: InviteInput,
  success: 201,
  response: Invite,
});

export const getOrganizationInviteLink = operation({
  operationId: 'getOrganizationInviteLink',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/link-invites/{inviteId}',
  summary: 'Read an invite link',
  success: 200,
  response: Invite,
});

export const deleteOrganizationInviteById = operation({
  operationId: 'deleteOrganizationInviteById',
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/link-invites/{inviteId}',
  summary: 'Remove an invite link',
  success: 205,
});

export const updateOrganizationInviteById = operation({
  operationId: 'updateOrganizationInviteById',
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/link-invites/{inviteId}',
  summary: 'Change the role of an invite link',
  body: InviteInput,
  success: 200,
  response: Invite,
});
