import { internalContract, type Member, type Organization } from '@quire/contract';
import { type InternalClientOptions, internalCall, type Principal } from '@quire/runtime';
import type { z } from 'zod';

export type ToldMember = z.output<typeof internalContract.getMembers.response>['members'][number];
export type ToldTeam = z.output<typeof internalContract.getTeams.response>['teams'][number];

/** What this service asks identity; at most 1,000 ids at a time. */
export interface IdentityClient {
  /** Who a user's token, by its id, stands for now; undefined when it is not valid any more. */
  findCaller(tokenId: string): Promise<Principal | undefined>;
  /** Those of the given users who are members of the organization. */
  getMembers(organization: string, users: readonly string[]): Promise<ToldMember[]>;
  /** The same as the API shows them. */
  describeMembers(organization: string, users: readonly string[]): Promise<Member[]>;
  /** Those of the given teams that the organization has, as the viewer sees them. */
  getTeams(organization: string, teams: readonly string[], viewer: string): Promise<ToldTeam[]>;
  /** Those of the given organizations that exist, as the viewer sees them. */
  viewOrganizations(ids: readonly string[], viewer: Principal): Promise<Organization[]>;
}

export function identityClient(options: InternalClientOptions): IdentityClient {
  const getMembers = internalCall(internalContract.getMembers, options);
  const describeMembers = internalCall(internalContract.describeMembers, options);
  const getTeams = internalCall(internalContract.getTeams, options);
  const viewOrganizations = internalCall(internalContract.viewOrganizations, options);
  const introspect = internalCall(internalContract.introspectToken, options);
  return {
    findCaller: async (tokenId) => (await introspect({ params: {}, body: { tokenId } })).principal ?? undefined,
    viewOrganizations: async (ids, viewer) =>
      (await viewOrganizations({ params: {}, body: { ids: [...ids], viewer } })).organizations,
    getMembers: async (organization, users) =>
      (await getMembers({ params: {}, body: { organization, users: [...users] } })).members,
    describeMembers: async (organization, users) =>
      (await describeMembers({ params: {}, body: { organization, users: [...users] } })).members,
    getTeams: async (organization, teams, viewer) =>
      (await getTeams({ params: {}, body: { organization, teams: [...teams], viewer } })).teams,
  };
}
