import type { Token } from 'markdown-it';
import { splitFrontMatter } from './front-matter.js';
import { createTokenizer, TEMPLATE_TAG, templateTagOf } from './tokenizer.js';

/** A `{% hint %}…{% endhint %}` longer than this is split inside, so that two edits far apart still merge. */
const wholeLines = 200;

const tokenizer = createTokenizer();
tokenizer.core.ruler.enableOnly(['normalize', 'block']);

/**
 * Cuts Markdown into its top-level blocks for a three-way merge: front matter, headings, paragraphs, fences, tables, list items
 * and paired `{% %}` blocks, each with the blank lines behind it. Nothing is lost: joined, they are the input.
 */
export function splitBlocks(markdown: string): string[] {
  const { block: frontMatter, body } = splitFrontMatter(markdown);
  const offsets = lineOffsets(body);
  const starts = blockStarts(tokenizer.parse(body, {}), offsets.length, (line) => isBlank(body, offsets, line));
  const cuts = [0, ...starts.map((line) => offsets[line]!).filter((offset) => offset > 0), body.length];
  const blocks = frontMatter ? [frontMatter] : [];
  for (let index = 1; index < cuts.length; index += 1) {
    if (cuts[index]! > cuts[index - 1]!) blocks.push(body.slice(cuts[index - 1], cuts[index]));
  }
  return blocks;
}

/** Offsets of the lines as markdown-it counts them: `\r\n`, `\n` and a lone `\r` end one. */
export function lineOffsets(text: string): number[] {
  const offsets = [0];
  for (const { 0: end, index } of text.matchAll(/\r\n?|\n/g)) offsets.push(index + end.length);
  return offsets;
}

const isBlank = (text: string, offsets: number[], line: number) =>
  text.slice(offsets[line], offsets[line + 1]).trim() === '';

/** The lines at which a block starts, ascending. */
function blockStarts(tokens: Token[], lineCount: number, blank: (line: number) => boolean): number[] {
  const pieces = tokens.filter(isPiece);
  const starts: number[] = [];
  let line = 0;
  for (let index = 0; index < pieces.length; ) {
    const first = pieces[index]!;
    // Lines that made no token are link definitions: each stands alone.
    for (; line < first.map![0]; line += 1) if (!blank(line)) starts.push(line);
    starts.push(first.map![0]);
    const last = pairEnd(pieces, index);
    line = Math.max(line, pieces[last]!.map![1]);
    index = last + 1;
  }
  for (; line < lineCount; line += 1) if (!blank(line)) starts.push(line);
  return starts.filter((start, index) => index === 0 || start > starts[index - 1]!);
}

/** Blocks of the first level, lists by item. */
function isPiece(token: Token): boolean {
  if (token.map === null || token.nesting < 0 || token.type === 'inline') return false;
  if (token.type === 'list_item_open') return token.level === 1;
  return token.level === 0 && token.type !== 'bullet_list_open' && token.type !== 'ordered_list_open';
}

/** The index of the piece that ends the pair which starts at `index`; `index` itself when there is none or it is too long. */
function pairEnd(pieces: Token[], index: number): number {
  const first = pieces[index]!;
  if (first.type !== TEMPLATE_TAG) return index;
  const { name } = templateTagOf(first);
  if (name.startsWith('end')) return index;
  const limit = first.map![0] + wholeLines;
  let depth = 0;
  for (let at = index; at < pieces.length && pieces[at]!.map![1] <= limit; at += 1) {
    if (pieces[at]!.type !== TEMPLATE_TAG) continue;
    const tag = templateTagOf(pieces[at]!).name;
    if (tag === name) depth += 1;
    if (tag === `end${name}`) depth -= 1;
    if (depth === 0) return at;
  }
  return index;
}
