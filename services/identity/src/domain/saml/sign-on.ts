import { events } from '@quire/contract';
import { recordEvent, type Tx } from '@quire/runtime';
import { findMember } from '../../tables/member.js';
import { type ActiveSamlProvider, holdSamlProvider } from '../../tables/saml-provider.js';
import {
  findUserIdOfSamlIdentity,
  insertSamlAssertion,
  insertSamlIdentity,
  markSignedOn,
  takeSamlRequest,
} from '../../tables/saml-sign-on.js';
import { lockTeam } from '../../tables/team.js';
import { findUser, findUserIdsByEmail } from '../../tables/user.js';
import { issueApiToken } from '../api-tokens.js';
import { memberFact } from '../facts.js';
import { addMembers, turnOfMember } from '../members.js';
import { changeTeamMembers } from '../team-members.js';
import { registerUsers } from '../users.js';
import type { Claims } from './claims.js';
import type { Person } from './person.js';
import { SignOnRefused } from './refusal.js';

const sessionMs = 12 * 60 * 60_000;
/** How long a used assertion is remembered after its end: replicas' clocks differ. */
const memoryMs = 10 * 60_000;

export interface SignedOn {
  userId: string;
  /** The secret of the session's API token. */
  token: string;
  expiresAt: Date;
  /** Whether rights have changed that gateways may remember. */
  changed: boolean;
}

/** Lets in whom a verified assertion names, as a member of the provider's organization. Throws {@link SignOnRefused}. */
export async function signOn(
  tx: Tx,
  provider: ActiveSamlProvider,
  { claims, person, now }: { claims: Claims; person: Person; now: Date },
): Promise<SignedOn> {
  const userId = await findOrRegister(tx, provider, person, now);
  const changed = await join(tx, provider, userId, now);
  // Last, because others lock the organization first and the provider then.
  await useUp(tx, provider, claims, now);
  if (person.nameId !== undefined) {
    await insertSamlIdentity(tx, { providerId: provider.id, nameId: person.nameId }, userId);
  }
  const longest = new Date(now.getTime() + sessionMs);
  const expiresAt = claims.sessionEnds && claims.sessionEnds < longest ? claims.sessionEnds : longest;
  const { token } = await issueApiToken(tx, userId, {
    name: `Sign-on: ${provider.label}`,
    scopes: ['read', 'write'],
    organizationId: provider.organization_id,
    expiresAt,
    now,
  });
  return { userId, token, expiresAt, changed };
}

async function findOrRegister(tx: Tx, provider: ActiveSamlProvider, person: Person, now: Date): Promise<string> {
  const { email, displayName, nameId } = person;
  const byAddress = async () => (await findUserIdsByEmail(tx, [email]))[0]?.id;
  const named =
    nameId === undefined ? undefined : await findUserIdOfSamlIdentity(tx, { providerId: provider.id, nameId });
  let userId = named ?? (await byAddress());
  if (userId === undefined) {
    await registerUsers(tx, [{ email, displayName, into: provider.organization_id }], now);
    userId = (await byAddress())!;
  }
  if ((await findUser(tx, userId))!.disabled_at) throw new SignOnRefused('disabled', 'the user');
  return userId;
}

/** Makes the user a member who has signed on; returns whether that is news. A member keeps role and teams. */
async function join(tx: Tx, provider: ActiveSamlProvider, userId: string, now: Date): Promise<boolean> {
  const organizationId = provider.organization_id;
  const key = { organizationId, userId };
  const before = await findMember(tx, key);
  if (before?.sso && !before.disabled) return false;
  const { member, version } = await turnOfMember(tx, key);
  if (member?.disabled) throw new SignOnRefused('disabled', 'the member');
  if (member) {
    await markSignedOn(tx, key, version);
    await recordEvent(tx, events.memberUpdated, memberFact({ ...member, version }));
    return true;
  }
  await addMembers(tx, organizationId, [{ userId, role: provider.default_role, sso: true }], now);
  const teamId = provider.default_team_id;
  const team = teamId === null ? undefined : await lockTeam(tx, { organizationId, teamId }, userId);
  if (team) await changeTeamMembers(tx, team, { put: [{ userId }] });
  return true;
}

/** Each request has one answer, and each assertion is good once, also for replicas and answers at the same time. */
async function useUp(
  tx: Tx,
  { id: providerId }: ActiveSamlProvider,
  { assertionId, inResponseTo, usableUntil }: Claims,
  now: Date,
): Promise<void> {
  if (!(await holdSamlProvider(tx, providerId))) throw new SignOnRefused('provider');
  const forgetAt = new Date(usableUntil.getTime() + memoryMs);
  if (!(await insertSamlAssertion(tx, { id: assertionId, providerId }, forgetAt))) throw new SignOnRefused('replayed');
  if (inResponseTo === undefined) return;
  if (!(await takeSamlRequest(tx, { id: inResponseTo, providerId }, now))) throw new SignOnRefused('request');
}
