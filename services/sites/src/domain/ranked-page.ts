import { encodeCursor, idCursor, type List } from '@quire/runtime';

/** The cursor of a list that is ordered by the place on a site. */
export const rankCursor = idCursor;

/** A page of what stands in order on a site. Ranks are unique: moves in between neither repeat nor skip what stays. */
export function pageOf<Item extends { rank: string }>(
  all: readonly Item[],
  { after = '', limit }: { after?: string | undefined; limit: number },
): List<Item> {
  const rest = all.filter(({ rank }) => rank > after);
  const items = rest.slice(0, limit);
  const last = items.at(-1);
  const next = rest.length > limit && last ? { next: { page: encodeCursor([last.rank]) } } : {};
  return { items, ...next, count: all.length };
}
