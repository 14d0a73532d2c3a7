import type { NodeReader } from '../merkle/merkle-map.js';
import { type PageRecord, getPage, rootPage } from './page-record.js';

/** What showing pages takes: their records, children and paths. A `PageTree` is one of the whole revision. */
export interface PageView {
  need(id: string): PageRecord;
  children(id: string): readonly string[];
  path(id: string): string;
}

/** One page with what is below and above it, without reading the rest of the revision; undefined when there is no such page. */
export async function viewPage(reader: NodeReader, pages: string, id: string): Promise<PageView | undefined> {
  const top = id === rootPage ? undefined : await getPage(reader, pages, id);
  if (!top) return undefined;
  const records = new Map([[id, top]]);
  for (let level = [...top.children]; level.length > 0; ) {
    const found = await Promise.all(
      level.map(async (child) => [child, (await getPage(reader, pages, child))!] as const),
    );
    for (const [child, record] of found) records.set(child, record);
    level = found.flatMap(([, record]) => record.children);
  }
  let above = '';
  for (let parent = top.parent; parent !== rootPage; ) {
    const record = (await getPage(reader, pages, parent))!;
    above = `${record.slug}/${above}`;
    parent = record.parent;
  }
  const path = (page: string): string => {
    const record = records.get(page)!;
    return page === id ? above + record.slug : `${path(record.parent)}/${record.slug}`;
  };
  return { need: (page) => records.get(page)!, children: (page) => records.get(page)!.children, path };
}
