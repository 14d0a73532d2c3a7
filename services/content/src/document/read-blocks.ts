import { TEMPLATE_TAG, TOO_DEEP, type TemplateTag, templateTagOf } from '../markdown/tokenizer.js';
import { readHtmlPhrases } from './html-phrases.js';
import { MATH } from './math.js';
import { readFigure } from './figures.js';
import { readHtmlTable } from './html-tables.js';
import { imageData, readPhrases } from './read-phrases.js';
import { readTable } from './tables.js';
import { addressOf } from './references.js';
import { detailsStart, pairsOf, summaryBlock, type TokenNode } from './token-tree.js';
import {
  type Block,
  block,
  type Data,
  fragment,
  leaf,
  type Phrase,
  paragraph,
  text,
  VERBATIM,
  voidBlock,
} from './types.js';

/**
 * Template tags whose content is blocks: the type of the block, the tags that it holds if it holds nothing else, and the
 * tag that it stands in if it stands nowhere else.
 */
const containers: Readonly<Record<string, { type: string; items?: string; within?: string }>> = {
  hint: { type: 'hint' },
  tabs: { type: 'tabs', items: 'tab' },
  tab: { type: 'tabs-item', within: 'tabs' },
  stepper: { type: 'stepper', items: 'step' },
  step: { type: 'stepper-step', within: 'stepper' },
  columns: { type: 'columns', items: 'column' },
  column: { type: 'column', within: 'columns' },
  if: { type: 'if' },
};

/** How deep tags and `<details>` may stand in each other; below, each is a block that holds its tag as it is written. */
const deepestPair = 15;

/** The blocks that were read from some siblings, and the first of these. */
export interface ReadBlocks {
  first: TokenNode;
  blocks: Block[];
}

/** What is between a tag and its end. Copied only when it is read: tags that stay as they are written may be nested deeply. */
interface Inner {
  first: TokenNode | undefined;
  all(): readonly TokenNode[];
}

/** Turns a tree of tokens into blocks. */
export class BlockReader {
  private pairsAround = 0;

  /** `within` is the tag around, when it holds nothing but its items. */
  read(siblings: readonly TokenNode[], within?: string): Block[] {
    return this.pieces(siblings, within).flatMap(({ blocks }) => blocks);
  }

  pieces(siblings: readonly TokenNode[], within?: string): ReadBlocks[] {
    const pairs = this.pairsAround < deepestPair ? pairsOf(siblings) : new Map<number, number>();
    const pieces: ReadBlocks[] = [];
    for (let index = 0; index < siblings.length; index += 1) {
      const node = siblings[index]!;
      const end = pairs.get(index);
      const isTag = node.token.type === TEMPLATE_TAG;
      // Whether a tag is a block is known before what is in it is read: else tags in tags would be read over and over.
      const stays = isTag && staysWritten(siblings, pairs, index, within);
      const inner = between(siblings, index + 1, end ?? index + 1);
      if (end !== undefined) this.pairsAround += 1;
      const read = stays
        ? undefined
        : isTag
          ? this.tag(templateTagOf(node.token), inner, end !== undefined)
          : end !== undefined
            ? this.expandable(node, inner)
            : this.single(node);
      if (end !== undefined) this.pairsAround -= 1;
      pieces.push({ first: node, blocks: read ?? [verbatim(sourceOf(node))] });
      if (read && end !== undefined) index = end;
    }
    return pieces;
  }

  private single({ token, children }: TokenNode): Block[] {
    switch (token.type) {
      case 'heading_open':
        return [this.heading(Number(token.tag.slice(1)), children)];
      case 'paragraph_open':
        return [this.paragraph(children)];
      case 'bullet_list_open':
      case 'ordered_list_open':
        return [this.list(token.type, token.attrGet('start'), children)];
      case 'blockquote_open':
        return [block('blockquote', {}, this.filled(children))];
      case 'fence':
        return [codeBlock(token.content, token.info.trim() ? { syntax: token.info.trim() } : {})];
      case 'code_block':
        return [codeBlock(token.content, {})];
      case 'hr':
        return [voidBlock('divider', {})];
      case 'table_open':
        return [readTable(children)];
      case MATH:
        return [voidBlock('math', { formula: token.content })];
      case TOO_DEEP:
        return [verbatim(token.content)];
      case 'html_block':
        return [readFigure(token.content) ?? readHtmlTable(token.content) ?? verbatim(token.content)];
      default:
        throw new Error(`There is no block for the token ${token.type}`);
    }
  }

  /** Blocks, at least an empty paragraph. */
  private filled(children: readonly TokenNode[]): Block[] {
    const blocks = this.read(children);
    return blocks.length > 0 ? blocks : [paragraph([text([leaf('')])])];
  }

  private heading(level: number, children: readonly TokenNode[]): Block {
    let tokens = children[0]?.token.children ?? [];
    const anchor = tokens.at(-2)?.type === 'html_inline' ? customAnchor.exec(tokens.at(-2)!.content) : null;
    const id = anchor && tokens.at(-1)?.content === '</a>' ? (anchor[1] ?? anchor[2]) : undefined;
    if (id !== undefined) {
      tokens = tokens.slice(0, -2);
      const last = tokens.at(-1);
      // The blank before the anchor belongs to neither.
      if (last?.type === 'text')
        tokens = [...tokens.slice(0, -1), Object.assign(Object.create(last), { content: last.content.trimEnd() })];
    }
    return block(
      `heading-${Math.min(level, 3)}`,
      { ...(level > 3 ? { level } : {}), ...(id === undefined ? {} : { id }) },
      readPhrases(tokens),
    );
  }

  /** A paragraph that is one image is a block of images. */
  private paragraph(children: readonly TokenNode[]): Block {
    const tokens = children[0]?.token.children ?? [];
    const image = tokens.length === 1 && tokens[0]!.type === 'image' ? tokens[0] : undefined;
    if (!image) return paragraph(readPhrases(tokens));
    const { caption, ...data } = imageData(image);
    const phrases = typeof caption === 'string' ? [text([leaf(caption)])] : undefined;
    return block('images', {}, [imageBlock(data, phrases)]);
  }

  private list(type: string, start: string | number | null, items: readonly TokenNode[]): Block {
    const boxes = items.map(({ children }) => checkbox(children));
    const isTasks = type === 'bullet_list_open' && boxes.length > 0 && boxes.every((checked) => checked !== undefined);
    const nodes = items.map(({ children }, index) => {
      if (isTasks) dropCheckbox(children);
      return block('list-item', isTasks ? { checked: boxes[index]! } : {}, this.filled(children));
    });
    if (isTasks) return block('list-tasks', {}, nodes);
    if (type === 'bullet_list_open') return block('list-unordered', {}, nodes);
    return block('list-ordered', start === null || Number(start) === 1 ? {} : { start: Number(start) }, nodes);
  }

  /** A tag with the siblings up to its end; undefined when it has to stay as it is written. */
  private tag(tag: TemplateTag, inner: Inner, paired: boolean): Block[] | undefined {
    const { name, attributes, value } = tag;
    if (Object.hasOwn(containers, name)) return this.container(tag, inner);
    if (name === 'code' && paired) return this.titledCode(attributes, inner);
    if (value !== undefined) return undefined;
    const { url, src, ...rest } = attributes;
    if (name === 'content-ref' && url !== undefined && paired)
      return [voidBlock(name, { ref: addressOf(url), ...rest })];
    if (name === 'embed' && url !== undefined) return this.captioned('embed', { url, ...rest }, inner);
    if (name === 'file' && src !== undefined) return this.captioned('file', { ref: addressOf(src), ...rest }, inner);
    if ((name === 'openapi' || name === 'swagger') && src !== undefined && paired)
      return [voidBlock('swagger', { ref: addressOf(src), ...rest })];
    if (name === 'openapi-operation' && paired && attributes.spec !== undefined) {
      const { spec, ...pointer } = attributes;
      return [voidBlock(name, { ref: { kind: 'openapi', spec }, ...pointer })];
    }
    if (name === 'openapi-schemas' && paired && attributes.spec !== undefined && attributes.schemas !== undefined) {
      const { spec, schemas, ...pointer } = attributes;
      return [voidBlock(name, { ref: { kind: 'openapi', spec }, schemas: schemas.split(','), ...pointer })];
    }
    return undefined;
  }

  private container({ name, attributes, source }: TemplateTag, inner: Inner): Block[] | undefined {
    const { type, items } = containers[name]!;
    if (name === 'if') {
      const expression = /^\{%-?\s*if\s+([^]*?)\s*-?%\}$/.exec(source)?.[1];
      return expression === undefined ? undefined : [block('if', { expression }, this.filled(inner.all()))];
    }
    const data = type === 'hint' ? { style: 'info', ...attributes } : { ...attributes };
    if (items === undefined) return [block(type, data, this.filled(inner.all()))];
    // The items would be too deep to be any.
    return this.pairsAround < deepestPair ? [block(type, data, this.read(inner.all(), name))] : undefined;
  }

  /** `{% code %}` around one fence. */
  private titledCode({ title, overflow, lineNumbers, ...rest }: Record<string, string>, inner: Inner) {
    const code = this.single(inner.first!)[0]!;
    Object.assign(code.data, rest, {
      ...(title === undefined ? {} : { title }),
      ...(overflow === undefined ? {} : { overflow }),
      ...(lineNumbers === undefined ? {} : { lineNumbers: lineNumbers === 'true' }),
    });
    return [code];
  }

  private captioned(type: string, data: Data, inner: Inner): Block[] {
    return [voidBlock(type, data, inner.first ? [fragment('caption', this.read(inner.all()))] : undefined)];
  }

  private expandable(node: TokenNode, inner: Inner): Block[] | undefined {
    const [, open, sameBlock] = detailsStart.exec(node.token.content)!;
    const { token } = inner.first ?? {};
    const ownBlock =
      sameBlock === undefined && token?.type === 'html_block' ? summaryBlock.exec(token.content)?.[1] : undefined;
    const summary = sameBlock ?? ownBlock;
    if (summary === undefined) return undefined;
    const title = readHtmlPhrases(summary.trim());
    if (!title) return undefined;
    const body = ownBlock === undefined ? inner.all() : inner.all().slice(1);
    return [
      voidBlock('expandable', open === undefined ? {} : { open: true }, [
        fragment('expandable-title', [paragraph(title)], 'expandable-title'),
        fragment('expandable-body', this.filled(body), 'expandable-body'),
      ]),
    ];
  }
}

const between = (siblings: readonly TokenNode[], start: number, end: number): Inner => ({
  first: start < end ? siblings[start] : undefined,
  all: () => siblings.slice(start, end),
});

/** Whether the tag at `index` is an item without what it belongs to, or holds something else than what it is made of. */
function staysWritten(
  siblings: readonly TokenNode[],
  pairs: ReadonlyMap<number, number>,
  index: number,
  within: string | undefined,
): boolean {
  const { name } = templateTagOf(siblings[index]!.token);
  const end = pairs.get(index);
  if (name === 'code' && end !== undefined)
    return end !== index + 2 || !['fence', 'code_block'].includes(siblings[index + 1]!.token.type);
  if (!Object.hasOwn(containers, name)) return false;
  if (end === undefined) return true;
  const { items, within: parent } = containers[name]!;
  if (parent !== undefined && parent !== within) return true;
  if (items === undefined) return false;
  let at = index + 1;
  while (at < end) {
    const { token } = siblings[at]!;
    const itemEnd = pairs.get(at);
    if (itemEnd === undefined || token.type !== TEMPLATE_TAG || templateTagOf(token).name !== items) return true;
    at = itemEnd + 1;
  }
  return at === index + 1;
}

/** `## Heading <a href="#x" id="x"></a>` */
const customAnchor = /^<a(?: href="#[^"]*")?(?: id="([^"]+)"| name="([^"]+)")>$/;

export const verbatim = (markdown: string) => voidBlock(VERBATIM, { markdown: markdown.trimEnd() });

const sourceOf = ({ token }: TokenNode) => (token.type === TEMPLATE_TAG ? templateTagOf(token).source : token.content);

function codeBlock(content: string, data: Data): Block {
  const lines = content.replace(/\n$/, '').split('\n');
  return block(
    'code',
    data,
    lines.map((line) => block('code-line', {}, [text([leaf(line)])])),
  );
}

export const imageBlock = (data: Data, caption?: Phrase[]): Block =>
  voidBlock('image', data, caption ? [fragment('caption', [paragraph(caption)])] : []);

const box = /^\[([ xX])\](?:\s+|$)/;

/** Whether the box in front of a list item is checked; undefined without one. */
function checkbox([first]: readonly TokenNode[]): boolean | undefined {
  if (first?.token.type !== 'paragraph_open') return undefined;
  const line = first.children[0]?.token;
  // Both as it is written and as it was read: `\\[ ]` is no box, nor is a link.
  const match =
    line?.children?.[0]?.type === 'text' && box.test(line.children[0].content) ? box.exec(line.content) : null;
  return match ? match[1] !== ' ' : undefined;
}

function dropCheckbox(children: readonly TokenNode[]) {
  const start = children[0]!.children[0]!.token.children![0]!;
  start.content = start.content.replace(box, '');
}
