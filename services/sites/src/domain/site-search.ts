import type { SearchSpaceResult, SiteSearch } from '@quire/contract';
import type { z } from 'zod';
import type { FoundPages } from '../clients/published-content.js';
import type { SpaceFacts } from '../tables/space.js';
import { requireSiteSpace } from './site-spaces.js';
import type { Tree, TreeSiteSpace } from './tree.js';

type Where = z.output<typeof SiteSearch>;

/** The spaces of a site that a search is to look through; throws 404 when it names one that is not there. */
export function searchedSpaces(where: Where, tree: Tree): TreeSiteSpace[] {
  const named = (ids: readonly string[]) => ids.map((id) => requireSiteSpace(tree, id));
  const scope = scopeOf(where);
  switch (scope.mode) {
    case 'all':
      return tree.siteSpaces.filter(({ shown }) => shown);
    case 'specific':
      return unique(named(scope.siteSpaceIds));
    case 'default': {
      const { currentSiteSpace, includedSiteSpaces = [] } = scope;
      const current = currentSiteSpace === undefined ? [] : [currentSiteSpace];
      return unique([...leadsOf(tree), ...named([...current, ...includedSiteSpaces])]);
    }
  }
}

/** What older clients say, in the words of newer ones. */
function scopeOf(where: Where): Extract<Where, { scope: unknown }>['scope'] {
  if ('scope' in where) return where.scope;
  if ('siteSpaceIds' in where) return { mode: 'specific', siteSpaceIds: where.siteSpaceIds };
  return where.mode === 'all' ? { mode: 'all' } : { mode: 'default', currentSiteSpace: where.siteSpaceId };
}

/** What readers meet first: of each section, or of a site without any. */
const leadsOf = ({ sections, lead }: Tree): TreeSiteSpace[] =>
  (sections.length > 0 ? sections.map((section) => section.lead) : [lead]).filter((each) => each !== undefined);

const unique = (siteSpaces: readonly TreeSiteSpace[]) => [...new Set(siteSpaces)];

/** What was found, by space, the space with the best page first. */
export function bySpace(
  { pages }: FoundPages,
  spaces: ReadonlyMap<string, SpaceFacts>,
  publicUrl: string,
): SearchSpaceResult[] {
  const results = new Map<string, SearchSpaceResult>();
  for (const { space, page, title, path, sections } of pages) {
    const { title: spaceTitle } = spaces.get(space)!;
    const urls = { app: `${publicUrl}/app/space/${space}?page=${page}` };
    const result = results.get(space) ?? { id: space, title: spaceTitle, pages: [] };
    result.pages.push({
      id: page,
      title,
      path,
      sections: sections.map(({ anchor, heading, excerpt }) => ({
        id: anchor,
        title: heading,
        path: anchor === '' ? path : `${path}#${anchor}`,
        body: excerpt,
        urls,
      })),
      urls,
    });
    results.set(space, result);
  }
  return [...results.values()];
}
