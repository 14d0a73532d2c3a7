import type { AnyOperation, InternalRoute } from '@quire/runtime';
import type { Identity } from '../identity.js';
import { createUser } from './administration/createUser.js';
import { createUserApiToken } from './administration/createUserApiToken.js';
import { listUsers } from './administration/listUsers.js';
import { updateUserAccount } from './administration/updateUserAccount.js';
import { createApiToken } from './api-tokens/createApiToken.js';
import { deleteApiToken } from './api-tokens/deleteApiToken.js';
import { endSession } from './api-tokens/endSession.js';
import { listApiTokens } from './api-tokens/listApiTokens.js';
import { describeMembers } from './internal/describeMembers.js';
import { getDocumentation } from './internal/getDocumentation.js';
import { getMembers } from './internal/getMembers.js';
import { getOrganizations } from './internal/getOrganizations.js';
import { getTeams } from './internal/getTeams.js';
import { introspectToken } from './internal/introspectToken.js';
import { noteDocumentation } from './internal/noteDocumentation.js';
import { viewOrganizations } from './internal/viewOrganizations.js';
import { createOrganizationInvite } from './organization-invites/createOrganizationInvite.js';
import { deleteOrganizationInviteById } from './organization-invites/deleteOrganizationInviteById.js';
import { getOrganizationInviteLink } from './organization-invites/getOrganizationInviteLink.js';
import { inviteUsersToOrganization } from './organization-invites/inviteUsersToOrganization.js';
import { joinOrganizationWithInvite } from './organization-invites/joinOrganizationWithInvite.js';
import { listOrganizationInviteLinks } from './organization-invites/listOrganizationInviteLinks.js';
import { updateOrganizationInviteById } from './organization-invites/updateOrganizationInviteById.js';
import { getMemberInOrganizationById } from './organization-members/getMemberInOrganizationById.js';
import { listMembersInOrganizationById } from './organization-members/listMembersInOrganizationById.js';
import { listTeamsForOrganizationMember } from './organization-members/listTeamsForOrganizationMember.js';
import { removeMemberFromOrganizationById } from './organization-members/removeMemberFromOrganizationById.js';
import { updateMemberInOrganizationById } from './organization-members/updateMemberInOrganizationById.js';
import { createOrganization } from './organizations/createOrganization.js';
import { getOrganizationById } from './organizations/getOrganizationById.js';
import { getOrganizationsForEmailDomain } from './organizations/getOrganizationsForEmailDomain.js';
import { getSubdomain } from './organizations/getSubdomain.js';
import { listOrganizationsForAuthenticatedUser } from './organizations/listOrganizationsForAuthenticatedUser.js';
import { updateOrganizationById } from './organizations/updateOrganizationById.js';
import { consumeSAMLResponse } from './sso/consumeSAMLResponse.js';
import { createOrganizationSAMLProvider } from './sso/createOrganizationSAMLProvider.js';
import { deleteOrganizationSAMLProvider } from './sso/deleteOrganizationSAMLProvider.js';
import { getOrganizationSAMLProviderById } from './sso/getOrganizationSAMLProviderById.js';
import { getSAMLMetadata } from './sso/getSAMLMetadata.js';
import { listSAMLProvidersInOrganizationById } from './sso/listSAMLProvidersInOrganizationById.js';
import { listSSOProviderLoginsInOrganization } from './sso/listSSOProviderLoginsInOrganization.js';
import { startSAMLSignOn } from './sso/startSAMLSignOn.js';
import { updateOrganizationSAMLProvider } from './sso/updateOrganizationSAMLProvider.js';
import { addMemberToOrganizationTeamById } from './team-members/addMemberToOrganizationTeamById.js';
import { deleteMemberFromOrganizationTeamById } from './team-members/deleteMemberFromOrganizationTeamById.js';
import { listTeamMembersInOrganizationById } from './team-members/listTeamMembersInOrganizationById.js';
import { updateMembersInOrganizationTeam } from './team-members/updateMembersInOrganizationTeam.js';
import { createOrganizationTeam } from './teams/createOrganizationTeam.js';
import { getTeamInOrganizationById } from './teams/getTeamInOrganizationById.js';
import { listTeamsInOrganizationById } from './teams/listTeamsInOrganizationById.js';
import { removeTeamFromOrganizationById } from './teams/removeTeamFromOrganizationById.js';
import { updateTeamInOrganizationById } from './teams/updateTeamInOrganizationById.js';
import { getAuthenticatedUser } from './users/getAuthenticatedUser.js';
import { getUserById } from './users/getUserById.js';
import { updateUserById } from './users/updateUserById.js';

export const operations: readonly AnyOperation<Identity>[] = [
  addMemberToOrganizationTeamById,
  consumeSAMLResponse,
  createApiToken,
  createOrganization,
  createOrganizationInvite,
  createOrganizationSAMLProvider,
  createOrganizationTeam,
  createUser,
  createUserApiToken,
  deleteApiToken,
  deleteMemberFromOrganizationTeamById,
  deleteOrganizationInviteById,
  deleteOrganizationSAMLProvider,
  endSession,
  getAuthenticatedUser,
  getMemberInOrganizationById,
  getOrganizationById,
  getOrganizationInviteLink,
  getOrganizationSAMLProviderById,
  getOrganizationsForEmailDomain,
  getSAMLMetadata,
  getSubdomain,
  getTeamInOrganizationById,
  getUserById,
  inviteUsersToOrganization,
  joinOrganizationWithInvite,
  listApiTokens,
  listMembersInOrganizationById,
  listOrganizationInviteLinks,
  listOrganizationsForAuthenticatedUser,
  listSAMLProvidersInOrganizationById,
  listSSOProviderLoginsInOrganization,
  listTeamMembersInOrganizationById,
  listTeamsForOrganizationMember,
  listTeamsInOrganizationById,
  listUsers,
  removeMemberFromOrganizationById,
  removeTeamFromOrganizationById,
  startSAMLSignOn,
  updateMemberInOrganizationById,
  updateMembersInOrganizationTeam,
  updateOrganizationById,
  updateOrganizationInviteById,
  updateOrganizationSAMLProvider,
  updateTeamInOrganizationById,
  updateUserAccount,
  updateUserById,
];

export const internalRoutes: readonly InternalRoute<Identity>[] = [
  describeMembers,
  getDocumentation,
  getMembers,
  getOrganizations,
  introspectToken,
  getTeams,
  noteDocumentation,
  viewOrganizations,
];

/** Owned operations that answer 501. */
export const unimplemented: readonly string[] = [];
