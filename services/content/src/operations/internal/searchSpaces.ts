import { internalContract } from '@quire/contract';
import { internalRoute } from '@quire/runtime';
import type { Content } from '../../context.js';
import { searchSpaces as search } from '../../domain/search/search.js';

export const searchSpaces = internalRoute(internalContract.searchSpaces, async ({ body }, context: Content) => {
  const found = await search(body.spaces, body, context);
  return {
    pages: found.map(({ sections, ...page }) => ({
      ...page,
      sections: sections.map(({ id, title, body: excerpt }) => ({ anchor: id, heading: title, excerpt })),
    })),
  };
});
