import type { SemanticChange } from '@quire/contract';
import { fileAttributes, pageAttributes } from '../../present/attributes.js';
import type { ContentRoots } from '../content-draft.js';
import type { FileRecord } from '../files/file-record.js';
import { type NodeReader, diffMaps } from '../merkle/merkle-map.js';
import { comparePages, type PageDifference } from './compare-pages.js';
import { PageNames } from './page-names.js';

type DownloadURL = (file: FileRecord) => string;

/**
 * What happened to pages and files between two revisions: pages by where they stand, then files by their names. It costs what
 * changed, and for each the pages above it.
 */
export async function semanticChanges(
  reader: NodeReader,
  { before, after }: { before: ContentRoots; after: ContentRoots },
  downloadURL: DownloadURL,
): Promise<SemanticChange[]> {
  return [
    ...(await pageChanges(reader, before.pages, after.pages)),
    ...(await fileChanges(reader, { before: before.files, after: after.files }, downloadURL)),
  ];
}

async function pageChanges(reader: NodeReader, before: string, after: string): Promise<SemanticChange[]> {
  const [old, current] = [new PageNames(reader, before), new PageNames(reader, after)];
  const differences = await comparePages(reader, before, after);
  const placed = await Promise.all(
    differences.map(async (difference) => {
      const place = await (difference.after ? current : old).place(difference.id);
      return { place, changes: await changesOf(difference, { old, current }) };
    }),
  );
  return inOrder(placed, ({ place }) => place).flatMap(({ changes }) => changes);
}

async function changesOf(
  { id, before, after, moved }: PageDifference,
  { old, current }: { old: PageNames; current: PageNames },
): Promise<SemanticChange[]> {
  const page = (await (after ? current : old).name(id))!;
  if (!before) return [{ type: 'page_created', page }];
  if (!after) return [{ type: 'page_deleted', page }];
  const changes: SemanticChange[] = [];
  if (moved) {
    const [from, to] = [await old.name(before.parent), await current.name(after.parent)];
    changes.push({ type: 'page_moved', page, parent: { ...(from && { before: from }), ...(to && { after: to }) } });
  }
  const attributes = pageAttributes(before, after);
  if (Object.keys(attributes).length > 0) changes.push({ type: 'page_edited', page, attributes });
  return changes;
}

async function fileChanges(
  reader: NodeReader,
  { before, after }: { before: string; after: string },
  downloadURL: DownloadURL,
): Promise<SemanticChange[]> {
  const changes: { name: string; change: SemanticChange }[] = [];
  for (const [id, { before: then, after: now }] of await diffMaps<FileRecord>(reader, before, after)) {
    const record = (now ?? then)!;
    const { name, contentType } = record;
    const file = { id, name, contentType, downloadURL: downloadURL(record) };
    if (!then) changes.push({ name, change: { type: 'file_created', file } });
    else if (!now) changes.push({ name, change: { type: 'file_deleted', file } });
    else {
      const attributes = fileAttributes(then, now, downloadURL);
      if (Object.keys(attributes).length > 0) changes.push({ name, change: { type: 'file_edited', file, attributes } });
    }
  }
  return inOrder(changes, ({ name }) => name).map(({ change }) => change);
}

/** Sorted by code units; what is equal stays as the maps have it. */
function inOrder<Item>(items: readonly Item[], keyOf: (item: Item) => string): Item[] {
  return items
    .map((item) => ({ item, key: keyOf(item) }))
    .sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0))
    .map(({ item }) => item);
}
