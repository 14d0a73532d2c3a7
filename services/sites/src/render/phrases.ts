import temml from 'temml';
import { type Data, type Leaf, type Node, textOf } from './document.js';
import { attribute, escapeHtml } from './escape.js';

/** What a reference of a document leads to on the published site. */
export interface Target {
  href: string;
  /** What the thing is called, for references that say nothing themselves. */
  title?: string | undefined;
  width?: number | undefined;
  height?: number | undefined;
}

export type Resolve = (reference: Data) => Target | undefined;

/** Text, links, images and formulas in a line. */
export function renderPhrases(nodes: readonly Node[] = [], resolve: Resolve): string {
  return nodes.map((node) => renderPhrase(node, resolve)).join('');
}

function renderPhrase(node: Node, resolve: Resolve): string {
  if (node.leaves) return node.leaves.map(renderLeaf).join('');
  const { type, data = {}, nodes = [] } = node;
  switch (type) {
    case 'link': {
      const target = resolve((data.ref ?? {}) as Data);
      const inner = renderPhrases(nodes, resolve);
      return target ? `<a${attribute('href', target.href)}${attribute('title', title(data))}>${inner}</a>` : inner;
    }
    case 'inline-image':
      return renderImage(data, resolve, 'inline-image');
    case 'inline-math':
      return renderMath(textOf(data.formula), false);
    case 'emoji':
      return escapeHtml(emojiOf(textOf(data.code)));
    case 'button': {
      const target = resolve((data.ref ?? {}) as Data);
      const label = escapeHtml(textOf(data.label));
      return target ? `<a class="button"${attribute('href', target.href)}>${label}</a>` : label;
    }
    case 'markdown':
      return rawHtml(textOf(data.markdown));
    case 'mention':
      return escapeHtml(resolve((data.ref ?? {}) as Data)?.title ?? '');
    default:
      return renderPhrases(nodes, resolve);
  }
}

const title = (data: Data) => textOf(data.title) || undefined;

const elements: Readonly<Record<string, string>> = {
  bold: 'strong',
  italic: 'em',
  strikethrough: 'del',
  code: 'code',
  keyboard: 'kbd',
  superscript: 'sup',
  subscript: 'sub',
};
const colors = new Set([
  'green',
  'blue',
  'red',
  'orange',
  'yellow',
  'purple',
  'primary',
  'info',
  'success',
  'warning',
  'danger',
]);

function renderLeaf({ text, marks }: Leaf): string {
  const written = escapeHtml(text).replaceAll('\n', '<br>');
  return marks.reduceRight((inner, { type, data }) => {
    if (type === 'color') {
      const names = [
        ['color', data?.text],
        ['background', data?.background],
      ].flatMap(([what, value]) => {
        const name = value?.replace(/^\$/, '') ?? '';
        return colors.has(name) ? [`${what}-${name}`] : [];
      });
      return `<mark${attribute('class', ['marked', ...names].join(' '))}>${inner}</mark>`;
    }
    const element = elements[type];
    return element ? `<${element}>${inner}</${element}>` : inner;
  }, written);
}

/** An image with its dimensions, so that nothing jumps when it comes; its alternative text when it has no address. */
export function renderImage(data: Data, resolve: Resolve, className?: string): string {
  const target = resolve((data.ref ?? {}) as Data);
  const alt = textOf(data.alt);
  if (!target) return escapeHtml(alt);
  const width = pixels(data.width) ?? target.width;
  const height = pixels(data.height) ?? scaled(target, width);
  const sizes = attribute('width', width) + attribute('height', height);
  return `<img${attribute('class', className)}${attribute('src', target.href)} alt="${escapeHtml(alt)}"${sizes} loading="lazy" decoding="async">`;
}

const pixels = (value: unknown) => {
  const number = /^(\d{1,5})(?:px)?$/.exec(textOf(value))?.[1];
  return number === undefined ? undefined : Number(number);
};

const scaled = ({ width, height }: Target, shown: number | undefined) =>
  width && height && shown ? Math.round((height * shown) / width) : undefined;

/** A formula as MathML, which browsers lay out without a script; as it is written where it cannot be read. */
export function renderMath(formula: string, isBlock: boolean): string {
  try {
    return temml.renderToString(formula, { displayMode: isBlock, trust: false, throwOnError: true, maxExpand: 100 });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `<code>${escapeHtml(formula)}</code>`;
  }
}

/** What was written as HTML; it is sanitized with everything else in the end. Template tags are for tools, not for readers. */
export const rawHtml = (markdown: string): string => (/^\s*\{%/.test(markdown) ? '' : markdown);

function emojiOf(code: string): string {
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  const valid = points.every((point) => point > 0x20 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff));
  return valid ? String.fromCodePoint(...points) : '';
}
