import { events, internalContract } from '@quire/contract';
import { type InternalClientOptions, internalCall } from '@quire/runtime';
import type { ProjectedSpace } from '../tables/space.js';

/** What this service asks content. */
export interface ContentClient {
  /** What is known about those of the given spaces that exist, deleted ones included. */
  getSpaces(ids: readonly string[]): Promise<ProjectedSpace[]>;
}

export function contentClient(options: InternalClientOptions): ContentClient {
  const getSpaces = internalCall(internalContract.getSpaces, options);
  return {
    getSpaces: async (ids) => {
      const { spaces } = await getSpaces({ params: {}, body: { ids: [...ids] } });
      return spaces.map(({ sequence, data }) => ({ sequence, facts: events.spaceUpdated.data.parse(data) }));
    },
  };
}
