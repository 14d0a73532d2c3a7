import { movedItems } from '../merge/order.js';
import { type NodeReader, diffMaps } from '../merkle/merkle-map.js';
import { type PageRecord, getPage, rootPage } from '../pages/page-record.js';

/** A page as it was and as it is; on one side it may not exist. */
export interface PageDifference {
  id: string;
  before: PageRecord | undefined;
  after: PageRecord | undefined;
  /** Whether it stands below another page, or elsewhere among its siblings. */
  moved: boolean;
}

/**
 * What happened to the pages between two page maps. It costs what differs: unchanged pages are read only when they were put
 * in another order. Of siblings in another order, as few as possible count as moved.
 */
export async function comparePages(reader: NodeReader, before: string, after: string): Promise<PageDifference[]> {
  const diff = await diffMaps<PageRecord>(reader, before, after);
  const reordered = new Set<string>();
  for (const { before: old, after: now } of diff.values())
    if (old && now) for (const id of movedItems(old.children, now.children)) reordered.add(id);
  const differences = [...diff].flatMap(([id, sides]) =>
    id === rootPage ? [] : [{ id, ...sides, moved: reordered.has(id) || isElsewhere(sides) }],
  );
  const unchanged = await Promise.all(
    [...reordered].filter((id) => !diff.has(id)).map(async (id) => [id, await getPage(reader, after, id)] as const),
  );
  return [...differences, ...unchanged.map(([id, page]) => ({ id, before: page, after: page, moved: true }))];
}

const isElsewhere = ({ before, after }: Pick<PageDifference, 'before' | 'after'>): boolean =>
  before !== undefined && after !== undefined && before.parent !== after.parent;
