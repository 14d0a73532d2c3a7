import { events, internalContract } from '@quire/contract';
import { type InternalClientOptions, internalCall } from '@quire/runtime';
import { knownSite, knownSpace } from '../domain/place-facts.js';
import type { KnownPlace, PlaceKind } from '../tables/place.js';

/** What content and sites know of a space or site, deleted ones included. */
export type PlacesClient = Record<PlaceKind, (id: string) => Promise<KnownPlace | undefined>>;

export function placesClient(options: { content: InternalClientOptions; sites: InternalClientOptions }): PlacesClient {
  const getSpaces = internalCall(internalContract.getSpaces, options.content);
  const getSites = internalCall(internalContract.getSites, options.sites);
  return {
    space: async (id) => {
      const [space] = (await getSpaces({ params: {}, body: { ids: [id] } })).spaces;
      return space && knownSpace(events.spaceUpdated.data.parse(space.data), space.sequence);
    },
    site: async (id) => {
      const [site] = (await getSites({ params: {}, body: { ids: [id] } })).sites;
      return site && knownSite(events.siteUpdated.data.parse(site.data), site.sequence);
    },
  };
}
