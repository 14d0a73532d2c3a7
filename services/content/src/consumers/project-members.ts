import { consumers, type EventData, type EventEnvelope, events } from '@quire/contract';
import { consumer, type Delivery, on } from '@quire/runtime';
import { revokeAll } from '../domain/permissions/revoke-all.js';
import { lockCollectionTree } from '../tables/collection.js';
import { projectMember } from '../tables/member.js';

type MemberEvent = EventEnvelope<EventData<typeof events.memberUpdated>>;

const keepMember = async ({ data, sequence }: MemberEvent, { tx }: Delivery) => {
  await projectMember(tx, { ...data, present: true, sequence });
};

/** What was granted before somebody left does not come back with them, in whatever order one hears of it. */
const dropMember = async ({ data, sequence, time }: MemberEvent, { tx }: Delivery) => {
  await lockCollectionTree(tx, data.organization);
  const isLatest = await projectMember(tx, { ...data, present: false, sequence });
  const { organization: organizationId, user: subjectId } = data;
  await revokeAll(tx, { organizationId, subjectId, ...(isLatest ? {} : { until: new Date(time) }) });
};

/** Keeps who is a member of which organization, and takes from those who leave what was granted to them. */
export const projectMembers = consumer(consumers['content.project-members'], [
  on(events.memberAdded, keepMember),
  on(events.memberUpdated, keepMember),
  on(events.memberRemoved, dropMember),
]);
