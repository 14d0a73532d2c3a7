import type { PublishedContent, RevisionPage } from '../clients/published-content.js';
import type { Place } from './place.js';

/** Deeper paths and longer journeys are nobody's bookmark. */
const deepest = 50;
const mostMoves = 10;

/** The page that was at a path before it, or something above it, was renamed or moved. */
export async function formerPage(
  place: Place,
  path: string,
  { content, moves = 0 }: { content: PublishedContent; moves?: number },
): Promise<RevisionPage | undefined> {
  const { index, siteSpace } = place;
  const parts = path.split('/');
  if (path === '' || parts.length > deepest || moves > mostMoves) return undefined;
  const upwards = parts.map((_, position) => parts.slice(0, parts.length - position).join('/'));
  const former = new Map((await content.former(siteSpace.space_id, upwards)).map((each) => [each.path, each.page]));
  for (const above of upwards) {
    const page = index.get(former.get(above) ?? '');
    if (!page) continue;
    const now = page.path + path.slice(above.length);
    // The nearest that has moved says where the rest is; that may have moved since.
    return index.byPath(now) ?? (now === path ? undefined : formerPage(place, now, { content, moves: moves + 1 }));
  }
  return undefined;
}
