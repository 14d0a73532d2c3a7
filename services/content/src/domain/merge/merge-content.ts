import { type NodeReader, applyChanges, diffMaps } from '../merkle/merkle-map.js';
import type { ContentDraft, ContentRoots } from '../content-draft.js';
import type { FileRecord } from '../files/file-record.js';
import { hashDocument } from '../store/content-store.js';
import type { Conflict } from './conflict.js';
import { mergePages } from './merge.js';

/** The contents of three revisions; `ours` is the change request's side, `theirs` main's. */
export interface ContentSides {
  base: ContentRoots;
  ours: ContentRoots;
  theirs: ContentRoots;
}

/** Three-way merge of everything that revisions hold. What is new goes into the draft. */
export async function mergeContent(
  draft: ContentDraft,
  sides: ContentSides,
): Promise<{ roots: ContentRoots; conflicts: Conflict[] }> {
  const { base, ours, theirs } = sides;
  const merged = await mergePages(
    draft.reader,
    { base: base.pages, ours: ours.pages, theirs: theirs.pages },
    hashDocument,
  );
  draft.absorb(merged);
  const nodes = new Map<string, unknown>();
  const files = await mergeFiles(draft.reader, { base: base.files, ours: ours.files, theirs: theirs.files }, nodes);
  draft.absorb({ nodes, documents: new Map() });
  return { roots: { pages: merged.pages, files }, conflicts: merged.conflicts };
}

/** Files never change but in name: what ours added, renamed or removed is done to theirs too. */
async function mergeFiles(
  reader: NodeReader,
  { base, ours, theirs }: Record<'base' | 'ours' | 'theirs', string>,
  added: Map<string, unknown>,
): Promise<string> {
  const diff = await diffMaps<FileRecord>(reader, base, ours);
  return applyChanges(reader, theirs, new Map([...diff].map(([id, { after }]) => [id, after])), added);
}
