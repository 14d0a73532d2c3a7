import { TEMPLATE_TAG, type TemplateTag, templateTagOf } from '../markdown/tokenizer.js';
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

/** Template tags whose content is blocks: the type of the block, and of the tags that it holds if it holds nothing else. */
const containers: Readonly<Record<string, { type: string; items?: string }>> = {
  hint: { type: 'hint' },
  tabs: { type: 'tabs', items: 'tab' },
  tab: { type: 'tabs-item' },
  stepper: { type: 'stepper', items: 'step' },
  step: { type: 'stepper-step' },
  columns: { type: 'columns', items: 'column' },
  column: { type: 'column' },
  if: { type: 'if' },
};

/** Turns a tree of tokens into blocks. */
export class BlockReader {
  read(siblings: readonly TokenNode[]): Block[] {
    const pairs = pairsOf(siblings);
    const blocks: Block[] = [];
    for (let index = 0; index < siblings.length; index += 1) {
      const node = siblings[index]!;
      const end = pairs.get(index);
      const inner = end === undefined ? [] : siblings.slice(index + 1, end);
      const read =
        node.token.type === TEMPLATE_TAG
          ? this.tag(templateTagOf(node.token), inner, end !== undefined)
          : end !== undefined
            ? this.expandable(node, inner)
            : this.single(node);
      blocks.push(...(read ?? [verbatim(sourceOf(node))]));
      if (read && end !== undefined) index = end;
    }
    return blocks;
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
  private tag(tag: TemplateTag, inner: readonly TokenNode[], paired: boolean): Block[] | undefined {
    const { name, attributes, value } = tag;
    if (Object.hasOwn(containers, name)) return paired ? this.container(tag, inner) : undefined;
    if (name === 'code' && paired) return this.titledCode(attributes, inner);
    if (value !== undefined) return undefined;
    const { url, src, ...rest } = attributes;
    if (name === 'content-ref' && url !== undefined && paired)
      return [voidBlock(name, { ref: addressOf(url), ...rest })];
    if (name === 'embed' && url !== undefined) return this.captioned('embed', { url, ...rest }, paired ? inner : []);
    if (name === 'file' && src !== undefined)
      return this.captioned('file', { ref: addressOf(src), ...rest }, paired ? inner : []);
    if ((name === 'openapi' || name === 'swagger') && src !== undefined && paired)
      return [voidBlock('swagger', { ref: addressOf(src), ...rest })];
    if (name === 'openapi-operation' && paired && attributes.spec !== undefined) {
      const { spec, ...pointer } = attributes;
      return [voidBlock(name, { ref: { kind: 'openapi', spec }, ...pointer })];
    }
    return undefined;
  }

  private container({ name, attributes, source }: TemplateTag, inner: readonly TokenNode[]): Block[] | undefined {
    const { type, items } = containers[name]!;
    if (name === 'if') {
      const expression = /^\{%-?\s*if\s+([^]*?)\s*-?%\}$/.exec(source)?.[1];
      return expression === undefined ? undefined : [block('if', { expression }, this.filled(inner))];
    }
    const data = type === 'hint' ? { style: 'info', ...attributes } : { ...attributes };
    if (items === undefined) return [block(type, data, this.filled(inner))];
    const nodes = this.read(inner);
    const wanted = containers[items]!.type;
    return nodes.length > 0 && nodes.every((node) => node.type === wanted) ? [block(type, data, nodes)] : undefined;
  }

  /** `{% code %}` around one fence. */
  private titledCode({ title, overflow, lineNumbers, ...rest }: Record<string, string>, inner: readonly TokenNode[]) {
    const [code, ...others] = this.read(inner);
    if (code?.type !== 'code' || others.length > 0) return undefined;
    Object.assign(code.data, rest, {
      ...(title === undefined ? {} : { title }),
      ...(overflow === undefined ? {} : { overflow }),
      ...(lineNumbers === undefined ? {} : { lineNumbers: lineNumbers === 'true' }),
    });
    return [code];
  }

  private captioned(type: string, data: Data, inner: readonly TokenNode[]): Block[] {
    return [voidBlock(type, data, inner.length > 0 ? [fragment('caption', this.read(inner))] : undefined)];
  }

  private expandable(node: TokenNode, inner: readonly TokenNode[]): Block[] | undefined {
    const [, open, sameBlock] = detailsStart.exec(node.token.content)!;
    let body = inner;
    let summary = sameBlock;
    if (summary === undefined && inner[0]?.token.type === 'html_block') {
      summary = summaryBlock.exec(inner[0].token.content)?.[1];
      if (summary !== undefined) body = inner.slice(1);
    }
    if (summary === undefined) return undefined;
    const title = readHtmlPhrases(summary.trim());
    if (!title) return undefined;
    return [
      voidBlock('expandable', open === undefined ? {} : { open: true }, [
        fragment('expandable-title', [paragraph(title)], 'expandable-title'),
        fragment('expandable-body', this.filled(body), 'expandable-body'),
      ]),
    ];
  }
}

/** `## Heading <a href="#x" id="x"></a>` */
const customAnchor = /^<a(?: href="#[^"]*")?(?: id="([^"]+)"| name="([^"]+)")>$/;

export const verbatim = (markdown: string) => voidBlock(VERBATIM, { markdown: markdown.replace(/\s+$/, '') });

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
