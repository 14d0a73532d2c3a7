import type { Content, ContentCanvas, Margins } from 'pdfmake/interfaces.js';
import { plainPhrases } from '../document/plain-text.js';
import {
  type Block,
  type Data,
  type Fragment,
  type Phrase,
  VERBATIM,
  inline,
  leaf,
  text,
  textOf,
} from '../document/types.js';
import { codeBox } from './code.js';
import type { Heading } from './headings.js';
import { type Picture, pictureNode } from './images.js';
import { boxPadding, colors, hintLayout } from './layouts.js';
import { type Look, type Surroundings, linked, paragraphs, pieces, textRuns, visibleHtml } from './phrases.js';
import { tableContent } from './tables.js';
import { areSmall, beginningOf, isHeading } from './together.js';

/** Points per pixel of a picture, as browsers print. */
const pixel = 0.75;
const tallest = 560;
const paragraphMargin: Margins = [0, 0, 0, 7];
/** What is nested deeper than there is room for stands below each other. */
const narrowest = 120;
const headingLooks: Readonly<Record<number, { fontSize: number; margin: Margins }>> = {
  1: { fontSize: 17, margin: [0, 14, 0, 7] },
  2: { fontSize: 14, margin: [0, 12, 0, 6] },
  3: { fontSize: 11.5, margin: [0, 9, 0, 5] },
};

/** Writes the blocks of a page's JSON document as content of pdfmake. */
export class BlockWriter {
  constructor(
    private readonly surroundings: Surroundings,
    private readonly headings: ReadonlyMap<Block, Heading> = new Map(),
  ) {}

  /** Headings stay on the page of what they are headings of, or of its beginning. */
  blocks(nodes: readonly Block[], width: number): Content[] {
    const content: Content[] = [];
    const rest = [...nodes];
    for (let node = rest.shift(); node; node = rest.shift()) {
      const written = this.block(node, width);
      if (!isHeading(node)) {
        content.push(...written);
        continue;
      }
      if (rest[0] && isHeading(rest[0])) written.push(...this.block(rest.shift()!, width));
      const beginning = beginningOf(rest);
      if (beginning) written.push(...this.block(beginning, width));
      content.push({ stack: written, unbreakable: true });
    }
    return content;
  }

  /** Phrases as lines, with the pictures that are among them between. */
  phrases(
    nodes: readonly Phrase[],
    width: number,
    {
      look = {},
      margin = paragraphMargin,
      ...options
    }: { look?: Look; margin?: Margins; [option: string]: unknown } = {},
  ): Content[] {
    return pieces(nodes, look, this.surroundings).flatMap((piece) =>
      'text' in piece
        ? paragraphs(piece.text, { margin, ...(look.fontSize ? { fontSize: look.fontSize } : {}), ...options })
        : [this.picture(piece.picture, width, { look: piece.look, size: piece.size })],
    );
  }

  /** What a reference leads to, as a link that is called by its name. */
  reference(ref: Data): Phrase {
    return inline('link', { ref }, [text([leaf(this.surroundings.nameOf(ref))])]);
  }

  private block(node: Block, width: number): Content[] {
    const { type, data } = node;
    const inner = (node.nodes ?? []) as Block[];
    switch (type) {
      case 'paragraph':
        return this.phrases((node.nodes ?? []) as Phrase[], width);
      case 'heading-1':
      case 'heading-2':
      case 'heading-3':
        return this.heading(node);
      case 'list-unordered':
      case 'list-ordered':
      case 'list-tasks':
        return this.list(node, width);
      case 'blockquote':
        return [this.box('quote', node, width)];
      case 'hint':
        return [this.box(hintLayout(textOf(data.style)), node, width)];
      case 'code':
        return [codeBox(node, width, this.surroundings)];
      case 'images':
        return inner.flatMap((image) => this.image(image, textOf(data.align), width));
      case 'image':
        return this.image(node, '', width);
      case 'divider':
        return [
          {
            canvas: [{ type: 'line', x1: 0, y1: 0, x2: width, y2: 0, lineWidth: 0.7, lineColor: colors.line }],
            margin: [0, 8, 0, 12],
          },
        ];
      case 'table':
        return tableContent(node, width, this);
      case 'tabs':
      case 'tabs-item':
      case 'expandable':
        return this.titled(node, width);
      case 'stepper':
        return inner.map((step, index) => this.step(step, index + 1, width));
      case 'columns':
        return [this.columns(inner, width)];
      case 'math':
        return this.note(textOf(data.formula).trim(), { typeface: 'mono', italics: true }, { alignment: 'center' });
      case 'embed':
      case 'file':
      case 'content-ref':
      case 'swagger':
        return this.referring(node, width);
      case 'openapi-operation': {
        const operation = `${textOf(data.method).toUpperCase()} ${textOf(data.path)}`;
        return this.note(operation.trim(), { typeface: 'mono', bold: true });
      }
      case 'openapi-schemas':
        return this.note(Array.isArray(data.schemas) ? data.schemas.map(textOf).join(', ') : '', { typeface: 'mono' });
      case VERBATIM:
        return visibleHtml(textOf(data.markdown), this.surroundings).flatMap((part) =>
          typeof part === 'string'
            ? part.split(/\n{2,}/).flatMap((lines) => this.note(lines.replace(/\s+/g, ' ').trim()))
            : this.image({ data: part }, '', width),
        );
      default:
        return this.blocks(inner, width);
    }
  }

  /** Text of one look, without marks; nothing for nothing. */
  private note(value: string, look: Look = {}, options: object = {}): Content[] {
    return value === ''
      ? []
      : paragraphs(textRuns(value, look, this.surroundings), { margin: paragraphMargin, ...options });
  }

  private heading(node: Block, number = ''): Content[] {
    const level = Number(textOf(node.data.level)) || Number(node.type.slice(-1));
    const { fontSize, margin } = headingLooks[level] ?? { fontSize: 10.5, margin: [0, 8, 0, 4] as Margins };
    const title = plainPhrases(node.nodes ?? []);
    const runs = textRuns(`${number}${title}` || ' ', { bold: true, fontSize }, this.surroundings);
    return [{ text: runs, fontSize, margin, ...this.headings.get(node)?.mark }];
  }

  /** Blocks in a box, below what stands at its top. A small one stays on one page. */
  private box(layout: string, { nodes = [] }: Pick<Block, 'nodes'>, width: number, top: Content[] = []): Content {
    const stack = [...top, ...this.blocks(nodes as Block[], inside(width))];
    if (width < narrowest) return { stack };
    const unbreakable = areSmall(nodes as Block[]);
    return { layout, table: { widths: [inside(width)], body: [[{ stack }]] }, margin: [0, 2, 0, 9], unbreakable };
  }

  private list({ type, data, nodes = [] }: Block, width: number): Content[] {
    const room = width < narrowest ? width : width - listIndent;
    const items = (nodes as Block[]).map(({ nodes: blocks = [] }) => ({
      stack: this.blocks(blocks as Block[], room).map(closer),
      margin: [0, 0, 0, 1] as Margins,
    }));
    const margin: Margins = [0, 0, 0, 6];
    if (width < narrowest) return [{ stack: items, margin }];
    if (type === 'list-ordered') {
      const start = Number(textOf(data.start) || 1);
      return [{ ol: items, start, markerColor: colors.muted, margin }];
    }
    if (type === 'list-unordered') return [{ ul: items, markerColor: colors.muted, margin }];
    return items.map((item, index) => ({
      columns: [
        { ...checkbox((nodes[index] as Block).data.checked === true), width: listIndent },
        { ...item, width: room },
      ],
    }));
  }

  private image({ data, fragments }: Pick<Block, 'data' | 'fragments'>, align: string, width: number): Content[] {
    const picture = this.surroundings.picture((data.ref ?? {}) as Data);
    const caption = this.caption(fragments, width);
    const alignment = align === 'left' || align === 'right' ? align : 'center';
    if (picture)
      return [this.picture(picture, width, { alignment, size: data, isCaptioned: caption.length > 0 }), ...caption];
    const name = textOf(data.alt) || this.surroundings.nameOf((data.ref ?? {}) as Data);
    return [...this.note(`[${name}]`, { color: colors.muted, italics: true }, { alignment }), ...caption];
  }

  private caption(fragments: readonly Fragment[] | undefined, width: number): Content[] {
    const nodes = fragments?.find(({ fragment }) => fragment === 'caption')?.nodes ?? [];
    const look = { fontSize: 8.5, color: colors.muted };
    return nodes.flatMap((node) =>
      node.type === 'paragraph'
        ? this.phrases((node.nodes ?? []) as Phrase[], width, { look, alignment: 'center', margin: [0, 0, 0, 10] })
        : this.block(node, width),
    );
  }

  private picture(
    picture: Picture,
    room: number,
    {
      size = {},
      look = {},
      alignment = 'left',
      isCaptioned = false,
    }: { size?: Data; look?: Look; alignment?: 'left' | 'center' | 'right'; isCaptioned?: boolean },
  ): Content {
    const { width, height } = picture;
    const wanted =
      lengthOf(size.width, room) ?? scaled(lengthOf(size.height, tallest), width / height) ?? width * pixel;
    const shown = Math.max(1, Math.min(wanted, room, (tallest * width) / height));
    return {
      ...pictureNode(picture),
      width: shown,
      height: (shown * height) / width,
      alignment,
      margin: [0, 3, 0, isCaptioned ? 5 : 10],
      ...(look.link ? { link: look.link } : {}),
      ...(look.linkToDestination ? { linkToDestination: look.linkToDestination } : {}),
    };
  }

  /** Tabs and what can be unfolded: on paper all of it is seen, each part below its title. */
  private titled(node: Block, width: number): Content[] {
    if (node.type === 'tabs') return (node.nodes as Block[]).flatMap((tab) => this.block(tab, width));
    const fragment = (name: string) => node.fragments?.find((one) => one.fragment === name)?.nodes ?? [];
    const isTab = node.type === 'tabs-item';
    const title = isTab ? textOf(node.data.title) : plainPhrases(fragment('expandable-title'));
    const nodes = isTab ? node.nodes : fragment('expandable-body');
    const heading = {
      text: textRuns(title || ' ', { bold: true }, this.surroundings),
      margin: [0, 0, 0, 5] as Margins,
    };
    return [this.box('card', { nodes }, width, [heading])];
  }

  /** A numbered step; the number stands before its title, or above it where there is none. */
  private step({ data, nodes = [] }: Block, number: number, width: number): Content {
    const [first, ...others] = nodes as Block[];
    if (first?.type.startsWith('heading-'))
      return this.box('step', { nodes: others }, width, this.heading(first, `${number}. `));
    const look = { bold: true, color: colors.accent };
    const label = textRuns(`${number}. ${textOf(data.title)}`, look, this.surroundings);
    return this.box('step', { nodes }, width, [{ text: label, margin: [0, 0, 0, 4] }]);
  }

  private columns(columns: readonly Block[], width: number): Content {
    const gap = 14;
    const room = (width - gap * (columns.length - 1)) / columns.length;
    if (room < narrowest) return { stack: columns.flatMap(({ nodes }) => this.blocks(nodes as Block[], width)) };
    return {
      columns: columns.map(({ nodes }) => ({ stack: this.blocks(nodes as Block[], room), width: room })),
      columnGap: gap,
    };
  }

  /** A line that names what else there is to read, watch or download. */
  private referring({ type, data, fragments }: Block, width: number): Content[] {
    const ref = (type === 'embed' ? { kind: 'url', url: data.url } : (data.ref ?? {})) as Data;
    const name = this.surroundings.nameOf(ref);
    if (name === '') return [];
    const look = linked({ ref }, { bold: type === 'content-ref' }, this.surroundings);
    const line: Content = { text: textRuns(name, look, this.surroundings), margin: paragraphMargin };
    return [this.box('card', {}, width, [line, ...this.caption(fragments, inside(width))])];
  }
}

const listIndent = 15;
const inside = (width: number) => (width < narrowest ? width : width - 2 * boxPadding - 3);

/** Less room between the paragraphs of a list, and around the lists in it. */
function closer(content: Content): Content {
  if (typeof content !== 'object') return content;
  if ('text' in content) return Object.assign(content, { margin: [0, 0, 0, 3] });
  return 'ul' in content || 'ol' in content ? Object.assign(content, { margin: [0, 0, 0, 0] }) : content;
}

/** A length in points as HTML tells it: pixels, or a part of the room there is. */
function lengthOf(value: unknown, room: number): number | undefined {
  const [, number, unit] = /^\s*(\d{1,5}(?:\.\d+)?)\s*(%|px)?\s*$/.exec(textOf(value)) ?? [];
  if (number === undefined || Number(number) === 0) return undefined;
  return unit === '%' ? (Math.min(100, Number(number)) / 100) * room : Number(number) * pixel;
}

const scaled = (length: number | undefined, factor: number) => (length === undefined ? undefined : length * factor);

function checkbox(isChecked: boolean): ContentCanvas {
  const line = { lineWidth: 0.8, lineColor: colors.muted };
  const tick = {
    type: 'polyline' as const,
    points: [
      { x: 1.8, y: 6.8 },
      { x: 3.6, y: 8.8 },
      { x: 6.8, y: 4.8 },
    ],
    lineWidth: 1.2,
    lineColor: colors.accent,
  };
  return { canvas: [{ type: 'rect', x: 0, y: 3, w: 8.5, h: 8.5, r: 1, ...line }, ...(isChecked ? [tick] : [])] };
}
