import type { Tx } from '@quire/runtime';
import { upsertFormerPaths } from '../../tables/former-path.js';
import type { MapDiff, NodeReader } from '../merkle/merkle-map.js';
import { getPage, type PageRecord, rootPage } from './page-record.js';

/**
 * Notes where pages were in a page map that were renamed or moved since, so that old addresses go on leading to them.
 * What is below such a page is found by way of it.
 */
export async function noteFormerPaths(
  tx: Tx,
  reader: NodeReader,
  spaceId: string,
  { before, changes }: { before: string; changes: MapDiff<PageRecord> },
): Promise<void> {
  const left = new Map<string, string>();
  for (const [id, { before: old, after: now }] of changes) {
    if (id === rootPage || !old || !now || (old.slug === now.slug && old.parent === now.parent)) continue;
    left.set(await pathIn(reader, before, old), id);
  }
  await upsertFormerPaths(tx, spaceId, left);
}

async function pathIn(reader: NodeReader, pages: string, { slug, parent }: PageRecord): Promise<string> {
  if (parent === rootPage) return slug;
  return `${await pathIn(reader, pages, (await getPage(reader, pages, parent))!)}/${slug}`;
}
