import { internalContract } from '@quire/contract';
import { type InternalClientOptions, internalCall } from '@quire/runtime';
import type { z } from 'zod';

export type ToldMember = z.output<typeof internalContract.getMembers.response>['members'][number];
export type ToldTeam = z.output<typeof internalContract.getTeams.response>['teams'][number];

/** What this service asks identity; at most 1,000 ids at a time. */
export interface IdentityClient {
  /** Those of the given users who are members of the organization. */
  getMembers(organization: string, users: readonly string[]): Promise<ToldMember[]>;
  /** Those of the given teams that the organization has, as the viewer sees them. */
  getTeams(organization: string, teams: readonly string[], viewer: string): Promise<ToldTeam[]>;
}

export function identityClient(options: InternalClientOptions): IdentityClient {
  const getMembers = internalCall(internalContract.getMembers, options);
  const getTeams = internalCall(internalContract.getTeams, options);
  return {
    getMembers: async (organization, users) =>
      (await getMembers({ params: {}, body: { organization, users: [...users] } })).members,
    getTeams: async (organization, teams, viewer) =>
      (await getTeams({ params: {}, body: { organization, teams: [...teams], viewer } })).teams,
  };
}
