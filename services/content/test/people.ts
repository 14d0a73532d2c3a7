import { randomUUID } from 'node:crypto';
import { type EventContract, type EventData, type EventEnvelope, events } from '@quire/contract';
import { createLog, newId, type Principal, type Role, transaction } from '@quire/runtime';
import { consumers } from '../src/consumers/index.js';
import { type ContentFixture, principalOf } from './content-service.js';

/** Members and teams of an organization, as identity tells of them. */
export function people(content: ContentFixture, organization: string) {
  let sequence = 0;

  /** Hands an event to every consumer that observes it. */
  async function tell<Contract extends EventContract>(
    contract: Contract,
    data: EventData<Contract>,
    { at = ++sequence, time = new Date() }: { at?: number; time?: Date } = {},
  ): Promise<void> {
    const event = { id: randomUUID(), type: contract.type, time: time.toISOString(), sequence: at, data };
    for (const consumer of consumers) {
      const reaction = consumer.reactions.find(({ type }) => type === contract.type);
      const delivery = (tx: Parameters<Parameters<typeof transaction>[1]>[0]) =>
        ({ tx, log: createLog('content', 'silent'), db: content.db }) as never;
      if (reaction)
        await transaction(content.db, (tx) => reaction.handle(event as unknown as EventEnvelope, delivery(tx)));
    }
  }

  /** Somebody who joins with a role. */
  async function member(role: Role | null, teams: readonly string[] = []): Promise<Principal> {
    const principal = principalOf({ [organization]: role });
    principal.organizations[organization]!.teams.push(...teams);
    const { userId: user, displayName, email } = principal;
    await tell(events.userCreated, { user, displayName, email });
    await tell(events.memberAdded, { organization, user, role });
    for (const each of teams) await tell(events.teamMembersChanged, inTeam(each, { added: [user] }));
    return principal;
  }

  async function team(title = 'Writers'): Promise<string> {
    const id = newId();
    await tell(events.teamCreated, { team: id, organization, title });
    content.identity.teams.set(`${organization}/${id}`, { title, sequence });
    return id;
  }

  const inTeam = (id: string, { added = [], removed = [] }: { added?: string[]; removed?: string[] }) => ({
    team: id,
    organization,
    title: 'Writers',
    added,
    changed: [],
    removed,
  });

  return { tell, member, team, inTeam };
}
