import { z } from 'zod';
import type { EventContract } from './event.js';
import { events } from './events.js';
import type { Schema } from './schemas/schema.js';

/** What webhooks may be told of: the name that they choose it by, and the event behind it. Names stay as they are. */
export const webhookEvents = {
  'organization.updated': events.organizationUpdated,
  'member.added': events.memberAdded,
  'member.updated': events.memberUpdated,
  'member.removed': events.memberRemoved,
  'team.created': events.teamCreated,
  'team.updated': events.teamUpdated,
  'team.deleted': events.teamDeleted,
  'team.members-changed': events.teamMembersChanged,
  'collection.created': events.collectionCreated,
  'collection.updated': events.collectionUpdated,
  'collection.deleted': events.collectionDeleted,
  'space.created': events.spaceCreated,
  'space.updated': events.spaceUpdated,
  'space.deleted': events.spaceDeleted,
  'space.restored': events.spaceRestored,
  'space.purged': events.spacePurged,
  'space.transferred': events.spaceTransferred,
  'space.content-updated': events.spaceContentUpdated,
  'space.visibility-updated': events.spaceVisibilityUpdated,
  'change-request.opened': events.changeRequestOpened,
  'change-request.updated': events.changeRequestUpdated,
  'change-request.merged': events.changeRequestMerged,
  'change-request.archived': events.changeRequestArchived,
  'comment.posted': events.commentPosted,
  'comment.resolved': events.commentResolved,
  'comment.deleted': events.commentDeleted,
  'site.created': events.siteCreated,
  'site.updated': events.siteUpdated,
  'site.published': events.sitePublished,
  'site.unpublished': events.siteUnpublished,
  'site.deleted': events.siteDeleted,
  'site-space.added': events.siteSpaceAdded,
  'site-space.updated': events.siteSpaceUpdated,
  'site-space.removed': events.siteSpaceRemoved,
  'share-link.created': events.shareLinkCreated,
  'share-link.updated': events.shareLinkUpdated,
  'share-link.deleted': events.shareLinkDeleted,
  'openapi.version-created': events.openApiVersionCreated,
  'openapi.deleted': events.openApiSpecDeleted,
  'installation.created': events.installationCreated,
  'installation.updated': events.installationUpdated,
  'installation.deleted': events.installationDeleted,
  'webhook.paused': events.webhookPaused,
} satisfies Record<string, EventContract>;

export type WebhookEvent = keyof typeof webhookEvents;

export const webhookEventNames = Object.keys(webhookEvents) as [WebhookEvent, ...WebhookEvent[]];

/** What a webhook may choose: events by their names, or `*` for all there are and will be. */
export type WebhookChoice = WebhookEvent | '*';
export const WebhookChoice: Schema<WebhookChoice> = z
  .enum(['*', ...webhookEventNames], { error: 'must be the name of an event, or *' })
  .meta({ id: 'WebhookChoice' });
