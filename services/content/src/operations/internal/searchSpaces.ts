import { internalContract } from '@quire/contract';
import { internalRoute } from '@quire/runtime';
import type { Content } from '../../context.js';
import { searchSpaces as search } from '../../domain/search/search.js';

export const searchSpaces = internalRoute(internalContract.searchSpaces, async ({ body }, context: Content) => {
  const { pages, ...list } = await search(body.spaces, body, context);
  return {
    ...list,
    pages: pages.map(({ space, result: { id, title, path, sections = [] } }) => ({
      space: space.id,
      page: id,
      title,
      path,
      sections: sections.map((section) => ({ anchor: section.id, heading: section.title, excerpt: section.body })),
    })),
  };
});
