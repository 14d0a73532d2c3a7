import type { Token } from 'markdown-it';
import { type HtmlTag, readHtml } from '../markdown/html.js';
import { plainText } from '../markdown/parse.js';
import { TEMPLATE_TAG, templateTagOf } from '../markdown/tokenizer.js';
import { markOf } from './html-marks.js';
import { INLINE_MATH } from './math.js';
import { PhraseBuilder } from './phrases.js';
import { addressOf } from './references.js';
import { textOf, type Data, inline, type MarkType, type Phrase, VERBATIM } from './types.js';

const markTokens: Readonly<Record<string, MarkType>> = { strong: 'bold', em: 'italic', s: 'strikethrough' };

/** Turns the tokens of one paragraph, heading or cell into phrases. */
export function readPhrases(tokens: readonly Token[]): Phrase[] {
  const root = new PhraseBuilder();
  const links: { builder: PhraseBuilder; data: Data }[] = [];
  const builder = () => links.at(-1)?.builder ?? root;
  const elements = matchedElements(tokens);

  const startLink = (data: Data) => {
    const inner = new PhraseBuilder();
    builder().marks.forEach((mark) => inner.mark(mark));
    links.push({ builder: inner, data });
  };
  const endLink = () => {
    const link = links.pop();
    if (link) builder().inline(inline('link', link.data, link.builder.done()));
  };

  tokens.forEach((token, index) => {
    const { type, content } = token;
    if (type === 'text') builder().text(content);
    else if (type === 'softbreak') builder().text(' ');
    else if (type === 'hardbreak') builder().text('\n');
    else if (type === 'code_inline') builder().text(content, [{ object: 'mark', type: 'code' }]);
    else if (type === INLINE_MATH) builder().inline(inline('inline-math', { formula: content }));
    else if (type === TEMPLATE_TAG) builder().inline(inline(VERBATIM, { markdown: templateTagOf(token).source }));
    else if (type === 'image') builder().inline(inline('inline-image', imageData(token)));
    else if (type === 'link_open') startLink(linkData(token));
    else if (type === 'link_close') endLink();
    else if (type === 'html_inline') readElement(content, elements.get(index));
    else {
      const mark = markTokens[type.replace(/_(?:open|close)$/, '')];
      if (mark && token.nesting > 0) builder().mark({ object: 'mark', type: mark });
      else if (mark) builder().unmark(mark);
    }
  });
  // A link that is open at the end cannot be: its tokens and elements come in pairs.
  return root.done();

  function readElement(source: string, tag: HtmlTag | undefined) {
    const mark = tag && markOf({ ...tag, attributes: tag.kind === 'close' ? new Map() : tag.attributes });
    if (tag?.name === 'br') builder().text('\n');
    else if (tag?.name === 'a' && tag.kind === 'open') startLink({ ref: addressOf(tag.attributes.get('href')!) });
    else if (tag?.name === 'a') endLink();
    else if (mark && tag?.kind === 'open') builder().mark(mark);
    else if (mark) builder().unmark(mark.type);
    else builder().inline(inline(VERBATIM, { markdown: source }));
  }
}

/** What an image says of itself; its title is shown as a caption. */
export function imageData(token: Token): Data {
  const alt = plainText(token.children ?? []);
  const title = token.attrGet('title');
  return {
    ref: addressOf(textOf(token.attrGet('src'))),
    ...(alt ? { alt } : {}),
    ...(title ? { caption: String(title) } : {}),
  };
}

function linkData(token: Token): Data {
  const title = token.attrGet('title');
  return {
    ref: addressOf(textOf(token.attrGet('href'))),
    ...(title ? { title: String(title) } : {}),
  };
}

/**
 * The HTML tags that stand for a mark, a link or a line break, by the index of their token: those that are closed again
 * at the same depth of links and emphasis. All others are kept as they are.
 */
function matchedElements(tokens: readonly Token[]): Map<number, HtmlTag> {
  const matched = new Map<number, HtmlTag>();
  const open: { index: number; name: string; tag?: HtmlTag }[] = [];
  tokens.forEach((token, index) => {
    if (token.nesting > 0) open.push({ index, name: token.type });
    else if (token.nesting < 0) {
      const at = open.findLastIndex(({ name }) => name === token.type.replace(/close$/, 'open'));
      if (at >= 0) open.length = at;
    } else if (token.type === 'html_inline') {
      const tag = tagOf(token.content);
      if (tag?.name === 'br' && tag.attributes.size === 0) matched.set(index, tag);
      else if (tag?.kind === 'open' && isKnown(tag)) open.push({ index, name: tag.name, tag });
      else if (tag?.kind === 'close') {
        const top = open.at(-1);
        if (top?.tag?.name !== tag.name) return;
        open.pop();
        matched.set(top.index, top.tag).set(index, tag);
      }
    }
  });
  return matched;
}

function isKnown(tag: HtmlTag): boolean {
  if (tag.name === 'a') return tag.attributes.size === 1 && tag.attributes.has('href');
  return markOf(tag) !== undefined;
}

function tagOf(source: string): HtmlTag | undefined {
  const [tag, ...rest] = readHtml(source);
  return typeof tag === 'object' && rest.length === 0 ? tag : undefined;
}
