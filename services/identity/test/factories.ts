import { randomBytes } from 'node:crypto';
import type { TeamRole } from '@quire/contract';
import { hashToken, type Role, transaction } from '@quire/runtime';
import { allScopes, issueApiToken } from '../src/domain/api-tokens.js';
import { addMembers } from '../src/domain/members.js';
import { foundOrganization } from '../src/domain/organizations.js';
import { changeTeamMembers } from '../src/domain/team-members.js';
import { createTeam } from '../src/domain/teams.js';
import { registerUsers } from '../src/domain/users.js';
import type { IdentityFixture } from './identity-service.js';

export const unique = (prefix: string) => `${prefix}-${randomBytes(4).toString('hex')}`;

export interface TestUser {
  id: string;
  email: string;
  token: string;
  /** What the token's principal is cached under. */
  cacheKey: string;
}

/** Makes state by the rules of the domain, around the HTTP interface. */
export function factories(identity: IdentityFixture) {
  const user = async ({ email = `${unique('user')}@example.com`, displayName = 'Ada', instanceAdmin = false } = {}) =>
    transaction(identity.db, async (tx): Promise<TestUser> => {
      const [row] = await registerUsers(tx, [{ email, displayName, instanceAdmin }], identity.now);
      const request = { name: 'test', scopes: allScopes, now: identity.now };
      const { token } = await issueApiToken(tx, row!.id, request);
      return { id: row!.id, email, token, cacheKey: `principal:${hashToken(token)}` };
    });

  /** A token of the user that is good for one organization. */
  const confinedToken = ({ id }: TestUser, organizationId: string) =>
    transaction(identity.db, async (tx) => {
      const request = { name: 'confined', scopes: allScopes, organizationId, now: identity.now };
      return (await issueApiToken(tx, id, request)).token;
    });

  const organization = async (admin: TestUser, title = 'Acme') =>
    transaction(
      identity.db,
      async (tx) => (await foundOrganization(tx, { title, founderId: admin.id, now: identity.now })).id,
    );

  const member = async (organizationId: string, role: Role | null, options: Parameters<typeof user>[0] = {}) => {
    const joined = await user(options);
    await transaction(identity.db, (tx) => addMembers(tx, organizationId, [{ userId: joined.id, role }], identity.now));
    return joined;
  };

  const team = async (
    organizationId: string,
    members: { userId: string; role: TeamRole }[] = [],
    { title = 'Team' } = {},
  ) =>
    transaction(identity.db, async (tx) => {
      const row = await createTeam(tx, { organizationId, title, now: identity.now });
      await changeTeamMembers(tx, row, { put: members });
      return row.id;
    });

  /** An organization with its admin. */
  const founded = async () => {
    const admin = await user();
    return { admin, organizationId: await organization(admin) };
  };

  return { user, confinedToken, organization, member, team, founded };
}
