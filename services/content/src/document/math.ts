import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it';

export const MATH = 'math';
export const INLINE_MATH = 'inline_math';

/** Formulas between `$$`: in a line, or as a block whose first and last line are `$$`. */
export function readMath(markdown: MarkdownIt): void {
  markdown.inline.ruler.before('escape', INLINE_MATH, inlineMath);
  markdown.block.ruler.before('fence', MATH, blockMath, { alt: ['paragraph', 'reference', 'blockquote', 'list'] });
}

/** Whether a text has another `$$` behind a position is found once per text: else unclosed ones would cost quadratic time. */
const lastEnds = new WeakMap<StateInline, number>();

function inlineMath(state: StateInline, silent: boolean): boolean {
  const { src, pos, posMax } = state;
  if (!src.startsWith('$$', pos)) return false;
  const last = lastEnds.get(state) ?? src.lastIndexOf('$$');
  lastEnds.set(state, last);
  if (last < pos + 3) return false;
  const end = src.indexOf('$$', pos + 2);
  if (end < pos + 3 || end + 2 > posMax) return false;
  const formula = src.slice(pos + 2, end).replace(/\s+/g, ' ');
  if (formula.trim() === '') return false;
  if (!silent) state.push(INLINE_MATH, '', 0).content = formula;
  state.pos = end + 2;
  return true;
}

function blockMath(state: StateBlock, first: number, endLine: number, silent: boolean): boolean {
  if (state.sCount[first]! - state.blkIndent >= 4 || lineOf(state, first) !== '$$') return false;
  let last = first + 1;
  while (last < endLine && lineOf(state, last) !== '$$') {
    if (state.sCount[last]! < state.blkIndent && lineOf(state, last) !== '') return false;
    last += 1;
  }
  if (last >= endLine || last === first + 1) return false;
  if (silent) return true;
  const token = state.push(MATH, '', 0);
  token.content = state.getLines(first + 1, last, state.blkIndent, false);
  token.map = [first, last + 1];
  state.line = last + 1;
  return true;
}

const lineOf = (state: StateBlock, line: number) =>
  state.src.slice(state.bMarks[line]! + state.tShift[line]!, state.eMarks[line]).trimEnd();
