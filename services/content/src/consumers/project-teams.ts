import { consumers, type EventData, type EventEnvelope, events } from '@quire/contract';
import { consumer, type Delivery, on } from '@quire/runtime';
import { revokeAll } from '../domain/permissions/revoke-all.js';
import { lockCollectionTree } from '../tables/collection.js';
import { deleteTeamMembers, projectTeam, projectTeamMembers } from '../tables/team.js';

type TeamEvent = EventEnvelope<EventData<typeof events.teamUpdated>>;
type TeamMembersEvent = EventEnvelope<EventData<typeof events.teamMembersChanged>>;

const keepTeam = async ({ data, sequence }: TeamEvent, { tx }: Delivery) => {
  await projectTeam(tx, { ...data, present: true, sequence });
};

const keepTeamMembers = async (event: TeamMembersEvent, delivery: Delivery) => {
  await keepTeam(event, delivery);
  const { data, sequence } = event;
  await projectTeamMembers(delivery.tx, { ...data, sequence });
};

const dropTeam = async ({ data, sequence }: TeamEvent, { tx }: Delivery) => {
  await lockCollectionTree(tx, data.organization);
  await projectTeam(tx, { ...data, present: false, sequence });
  await deleteTeamMembers(tx, data.team);
  await revokeAll(tx, { organizationId: data.organization, subjectId: data.team });
};

/** Keeps which teams there are and who is in them, and drops what was granted to those that are gone. */
export const projectTeams = consumer(consumers['content.project-teams'], [
  on(events.teamCreated, keepTeam),
  on(events.teamUpdated, keepTeam),
  on(events.teamDeleted, dropTeam),
  on(events.teamMembersChanged, keepTeamMembers),
]);
