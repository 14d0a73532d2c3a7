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
  const sides = { base: splitBlocks(base), ours: splitBlocks(ours), theirs: splitBlocks(theirs) };
  const { start, end } = commonEnds(sides);
  const middle = (blocks: readonly string[]) => blocks.slice(start, blocks.length - end);
  const [a, o, b] = [middle(sides.ours), middle(sides.base), middle(sides.theirs)];
  const regions: Region[] = [
    { ok: sides.base.slice(0, start) },
    ...(isAffordable(o, a) && isAffordable(o, b) ? compare(a, o, b).flatMap(refine) : [{ conflict: { a, o, b } }]),
    { ok: sides.base.slice(sides.base.length - end) },
  ];
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

interface Region {
  ok?: string[];
  conflict?: { a: string[]; o: string[]; b: string[] };
}

const compare = (a: string[], o: string[], b: string[]): Region[] =>
  diff3Merge(a, o, b, { excludeFalseConflicts: true });

/**
 * diff3 takes changes of neighbouring blocks for one place. Where all three have the same number of blocks there, each
 * block is a place of its own; else the blank lines between the blocks are what keeps them apart.
 */
function refine({ ok, conflict }: Region): Region[] {
  if (!conflict) return [{ ok: ok! }];
  const { a, o, b } = conflict;
  if (a.length !== o.length || b.length !== o.length) {
    const pieces = [a, o, b].map((blocks) =>
      blocks.flatMap((block) => block.match(/\r?\n|[^\r\n]+(?:\r?\n(?!\r?\n|$)[^\r\n]+)*|\r/g) ?? []),
    );
    return compare(pieces[0]!, pieces[1]!, pieces[2]!);
  }
  return o.map((base, index): Region => {
    const [ours, theirs] = [a[index]!, b[index]!];
    if (ours === theirs || theirs === base) return { ok: [ours] };
    return ours === base ? { ok: [theirs] } : { conflict: { a: [ours], o: [base], b: [theirs] } };
  });
}

/** How many blocks all three begin and end with alike: what most of an edited page is, and nothing to compare. */
function commonEnds({ base, ours, theirs }: Record<'base' | 'ours' | 'theirs', readonly string[]>) {
  const shortest = Math.min(base.length, ours.length, theirs.length);
  const alike = (at: number) => base.at(at) === ours.at(at) && base.at(at) === theirs.at(at);
  let start = 0;
  while (start < shortest && alike(start)) start += 1;
  let end = 0;
  while (end < shortest - start && alike(-1 - end)) end += 1;
  return { start, end };
}

/** diff3 takes the square of the number of blocks, and more where many are equal; beyond half a second people decide. */
const mostBlocks = 8_000;
const mostEqualPairs = 500_000;

function isAffordable(base: readonly string[], side: readonly string[]): boolean {
  if (Math.max(base.length, side.length) > mostBlocks) return false;
  const counts = new Map<string, number>();
  for (const block of base) counts.set(block, (counts.get(block) ?? 0) + 1);
  let pairs = 0;
  for (const block of side) pairs += counts.get(block) ?? 0;
  return pairs <= mostEqualPairs;
}
