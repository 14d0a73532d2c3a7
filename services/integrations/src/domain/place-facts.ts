import type { EventData, events } from '@quire/contract';
import type { KnownPlace } from '../tables/place.js';

type SpaceFacts = EventData<typeof events.spaceUpdated>;
type SiteFacts = EventData<typeof events.siteUpdated>;

export const knownSpace = (facts: SpaceFacts, sequence: number): KnownPlace => ({
  id: facts.space,
  organization_id: facts.organization,
  state: facts.deletedAt === undefined ? 'present' : 'deleted',
  facts,
  sequence,
});

export const knownSite = (facts: SiteFacts, sequence: number): KnownPlace => ({
  id: facts.site,
  organization_id: facts.organization,
  state: 'present',
  facts,
  sequence,
});

/** What is left of a space or site that is gone for good. */
export const gone = (id: string, organization: string, sequence: number): KnownPlace => ({
  id,
  organization_id: organization,
  state: 'purged',
  facts: null,
  sequence,
});
