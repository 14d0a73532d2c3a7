import { consumers, type EventData, type EventEnvelope, events } from '@quire/contract';
import { consumer, type Delivery, on, project } from '@quire/runtime';

type ShareLinkEvent = EventEnvelope<EventData<typeof events.shareLinkUpdated>>;

/** A link that is deleted stays as one that opens nothing, so that no late event brings it back. */
const projectShareLink =
  (deleted: boolean) =>
  async ({ data, sequence }: ShareLinkEvent, { tx }: Delivery): Promise<void> => {
    const { shareLink: id, site: site_id, keyHash: key_hash } = data;
    const row = { id, site_id, key_hash, active: data.active && !deleted, sequence };
    await project(tx, 'share_links', { key: 'id', row });
  };

/** Keeps which links open which sites. */
export const projectShareLinks = consumer(consumers['content.project-share-links'], [
  on(events.shareLinkCreated, projectShareLink(false)),
  on(events.shareLinkUpdated, projectShareLink(false)),
  on(events.shareLinkDeleted, projectShareLink(true)),
]);
