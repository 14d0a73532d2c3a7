import MarkdownIt, { type MarkdownIt as Tokenizer, type StateBlock, type StateInline, type Token } from 'markdown-it';

/** A `{% name key="value" %}` tag; `value` is a first argument without a key, as `include` has. */
export interface TemplateTag {
  name: string;
  attributes: Record<string, string>;
  value?: string;
  /** As it is written. */
  source: string;
}

export const TEMPLATE_TAG = 'template_tag';
/** What is nested so deep that nobody takes it apart: a block as it is written, in `content`. */
export const TOO_DEEP = 'too_deep';
const maxTagLength = 4096;

/** A GitBook-flavoured tokenizer. Destinations stay as written: entities and backslash escapes decoded, nothing percent-encoded. */
export function createTokenizer({ maxNesting = 60 } = {}): Tokenizer {
  const markdown = new MarkdownIt({ html: true, maxNesting });
  markdown.normalizeLink = (url) => url;
  markdown.normalizeLinkText = (text) => text;
  const alt = ['paragraph', 'reference', 'blockquote', 'list'];
  markdown.block.ruler.after('fence', TEMPLATE_TAG, blockTag, { alt });
  // markdown-it drops what is below its own limit. A list takes two levels.
  markdown.block.ruler.before('table', TOO_DEEP, (state, line, endLine, silent) =>
    state.level < maxNesting - 2 ? false : tooDeep(state, line, endLine, silent),
  );
  markdown.inline.ruler.before('escape', TEMPLATE_TAG, inlineTag);
  return markdown;
}

/** The tag of a token of type `template_tag`. */
export const templateTagOf = (token: Token) => token.meta as unknown as TemplateTag;

/** A line that holds one tag and nothing else is a block of its own, and ends the paragraph or list before it. */
function blockTag(state: StateBlock, line: number, _endLine: number, silent: boolean): boolean {
  if (state.sCount[line]! - state.blkIndent >= 4) return false;
  const start = state.bMarks[line]! + state.tShift[line]!;
  if (!state.src.startsWith('{%', start)) return false;
  const end = state.skipSpacesBack(state.eMarks[line]!, start);
  if (end - start > maxTagLength || state.src.indexOf('%}', start) !== end - 2) return false;
  const tag = parseTag(state.src.slice(start, end));
  if (!tag) return false;
  if (silent) return true;
  const token = state.push(TEMPLATE_TAG, '', 0);
  token.map = [line, line + 1];
  token.meta = { ...tag };
  state.line = line + 1;
  return true;
}

/** All that is left of the innermost list item or quote. */
function tooDeep(state: StateBlock, line: number, endLine: number, silent: boolean): boolean {
  if (silent) return false;
  let next = line + 1;
  while (next < endLine && (state.isEmpty(next) || state.sCount[next]! >= state.blkIndent)) next += 1;
  const token = state.push(TOO_DEEP, '', 0);
  token.map = [line, next];
  token.content = state.getLines(line, next, state.blkIndent, false);
  state.line = next;
  return true;
}

/** Whether a text has a `%}` behind a position is found once per text: else unclosed tags would cost quadratic time. */
const lastTagEnds = new WeakMap<StateInline, number>();

function inlineTag(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith('{%', state.pos)) return false;
  let last = lastTagEnds.get(state);
  if (last === undefined) {
    last = state.src.lastIndexOf('%}');
    lastTagEnds.set(state, last);
  }
  if (last < state.pos) return false;
  const end = state.src.indexOf('%}', state.pos) + 2;
  if (end > state.posMax || end - state.pos > maxTagLength) return false;
  const tag = parseTag(state.src.slice(state.pos, end));
  if (!tag) return false;
  if (!silent) state.push(TEMPLATE_TAG, '', 0).meta = { ...tag };
  state.pos = end;
  return true;
}

function parseTag(source: string): TemplateTag | undefined {
  const inner = source.slice(2, -2);
  const name = /^-?\s*([a-z][\w-]*)/.exec(inner);
  if (!name) return undefined;
  const rest = inner.slice(name[0].length);
  const attributes = Object.fromEntries(
    Array.from(rest.matchAll(/(?<![\w-])([\w-]+)=(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g), (match) => [
      match[1]!,
      match[2] ?? match[3] ?? match[4]!,
    ]),
  );
  return { name: name[1]!, attributes, value: /^\s*["']([^"']*)["']/.exec(rest)?.[1], source };
}
