import type { EventEnvelope, WebhookEvent } from '@quire/contract';

/** What one organization is told. */
export interface Tidings {
  organization: string;
  data: Record<string, unknown>;
}

const space =
  'space title emoji icon parent defaultLevel resolvedLevel editMode revision createdAt updatedAt deletedAt counts';

/** The facts that are told of an event, or of all of its kind: what an event gains is not told before it stands here. */
const told: Readonly<Record<string, string>> = {
  organization:
    'title type useCase communityType hostname emailDomains defaultRole defaultContent sso ai inviteLinks plan logo createdAt',
  member: 'user role',
  team: 'team title',
  'team.members-changed': 'team title added changed removed',
  collection: 'collection title parent defaultLevel',
  space,
  'space.content-updated': `${space} previousRevision`,
  'space.purged': 'space',
  'space.visibility-updated': 'space visibility previousVisibility',
  'change-request': 'changeRequest space number status subject createdBy revision revisionMerged',
  comment: 'comment parent space changeRequest page postedBy',
  site: 'site title visibility published url',
  'site-space': 'siteSpace site space section visibility published url',
  'share-link': 'shareLink site name active',
  openapi: 'spec slug version',
  'openapi.deleted': 'spec slug',
  installation: 'installation integration status',
  webhook: 'webhook failures',
};

/** The names of the facts that are told of an event. */
export const toldOf = (type: WebhookEvent): string[] => (told[type] ?? told[type.split('.')[0]!]!).split(' ');

/** Whom an event is told, and what: its facts. A space that moves is told to both organizations, neither learns more than ids. */
export function tidingsOf(type: WebhookEvent, { data }: Pick<EventEnvelope, 'data'>): Tidings[] {
  const facts = data as Record<string, unknown> & { organization: string };
  const { organization } = facts;
  if (type === 'space.transferred') {
    const { space: moving, from } = facts as unknown as { space: string; from: string };
    const moved = { space: moving, from, to: organization };
    return [
      { organization, data: moved },
      { organization: from, data: moved },
    ];
  }
  const known = toldOf(type).filter((name) => facts[name] !== undefined);
  return [{ organization, data: Object.fromEntries(known.map((name) => [name, facts[name]])) }];
}

/** The body of a delivery, as it is sent at every try. */
export function bodyOf(
  { id, time }: Pick<EventEnvelope, 'id' | 'time'>,
  { type, organization, data }: Tidings & { type: string },
): string {
  return JSON.stringify({ eventId: id, type, createdAt: time, organization, data });
}
