import { diff3Merge } from 'node-diff3';
import { splitBlocks } from '../../markdown/blocks.js';

/** Two candidate results of merging a document: they are equal where the sides do not contradict each other. */
export interface MergedDocument {
  conflict: boolean;
  /** The merge with our text in the contradicting places. */
  ours: string;
  /** The merge with their text in the contradicting places. */
  theirs: string;
}

/**
 * Three-way merge of Markdown by blocks (paragraphs, headings, list items, whole code blocks), so that neither side's
 * sentence is ever cut in half. Algorithm: diff3 (Khanna, Kunal, Pierce, "A formal investigation of diff3", 2007).
 */
export function mergeDocuments(base: string, ours: string, theirs: string): MergedDocument {
  const regions = diff3Merge(splitBlocks(ours), splitBlocks(base), splitBlocks(theirs), {
    excludeFalseConflicts: true,
  });
  const result = { conflict: false, ours: '', theirs: '' };
  for (const { ok, conflict } of regions) {
    if (ok) {
      result.ours += ok.join('');
      result.theirs += ok.join('');
    } else if (conflict) {
      result.conflict = true;
      result.ours += conflict.a.join('');
      result.theirs += conflict.b.join('');
    }
  }
  return result;
}
