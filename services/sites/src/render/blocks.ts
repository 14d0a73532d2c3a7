import { type Data, fragmentOf, type Node, plainText, textOf } from './document.js';
import { attribute, escapeHtml } from './escape.js';
import { rawHtml, renderImage, renderMath, renderPhrases, type Resolve } from './phrases.js';
import { renderApiBlock } from './openapi/openapi-blocks.js';
import type { SpecDocument } from '../clients/specifications.js';
import { renderTable } from './tables.js';

export interface BlockContext {
  resolve: Resolve;
  /** The lines of each block of code as HTML. */
  code: ReadonlyMap<Node, readonly string[]>;
  /** Whether what stands under a condition is shown. */
  holds: (expression: string) => boolean;
  /** OpenAPI documents by slug. */
  specs: ReadonlyMap<string, SpecDocument>;
  /** Headings as they come. */
  outline: Heading[];
}

export interface Heading {
  id: string;
  level: number;
  text: string;
}

export function renderBlocks(nodes: readonly Node[] = [], context: BlockContext): string {
  return nodes.map((node) => renderBlock(node, context)).join('\n');
}

/** The blocks of a page, each by itself; those that stand under a condition count as the page's own. */
export function renderTopBlocks(nodes: readonly Node[], context: BlockContext): string[] {
  return nodes.flatMap((node) => {
    if (node.type !== 'if') return [renderBlock(node, context)];
    return context.holds(textOf(node.data?.expression)) ? renderTopBlocks(node.nodes ?? [], context) : [];
  });
}

function renderBlock(node: Node, context: BlockContext): string {
  const { type = '', data = {}, nodes = [] } = node;
  const { resolve } = context;
  const inner = () => renderBlocks(nodes, context);
  switch (type) {
    case 'paragraph':
      return `<p>${renderPhrases(nodes, resolve)}</p>`;
    case 'heading-1':
    case 'heading-2':
    case 'heading-3':
      return heading(node, context);
    case 'list-unordered':
      return `<ul>\n${inner()}\n</ul>`;
    case 'list-ordered':
      return `<ol${attribute('start', startOf(data))}>\n${inner()}\n</ol>`;
    case 'list-tasks':
      return `<ul class="tasks">\n${nodes.map((item) => task(item, context)).join('\n')}\n</ul>`;
    case 'list-item':
      return `<li>${tight(nodes, context)}</li>`;
    case 'blockquote':
      return `<blockquote>\n${inner()}\n</blockquote>`;
    case 'hint':
      return hint(data, inner());
    case 'code':
      return code(node, context);
    case 'images':
      return `<div${attribute('class', `images align-${alignOf(data)}`)}>${nodes.map((image) => figure(image, resolve)).join('')}</div>`;
    case 'divider':
      return '<hr>';
    case 'math':
      return `<div class="formula">${renderMath(textOf(data.formula), true)}</div>`;
    case 'table':
      return renderTable(node, resolve);
    case 'expandable':
      return `<details${attribute('open', data.open === true ? true : undefined)}><summary>${renderPhrases(fragmentOf(node, 'expandable-title')[0]?.nodes, resolve)}</summary>\n<div>${renderBlocks(fragmentOf(node, 'expandable-body'), context)}</div></details>`;
    case 'tabs':
      return `<div class="tabs">\n${nodes.map((tab) => tabItem(tab, context)).join('\n')}\n</div>`;
    case 'stepper':
      return `<ol class="stepper">\n${nodes.map((step) => `<li>${renderBlocks(step.nodes, context)}</li>`).join('\n')}\n</ol>`;
    case 'columns':
      return `<div class="columns">\n${nodes.map((column) => `<div>${renderBlocks(column.nodes, context)}</div>`).join('\n')}\n</div>`;
    case 'openapi-operation':
    case 'openapi-schemas':
      return renderApiBlock(node, { specs: context.specs, level: context.outline.at(-1)?.level ?? 1 });
    case 'if':
      return context.holds(textOf(data.expression)) ? inner() : '';
    case 'markdown':
      return rawHtml(textOf(data.markdown));
    default:
      return reference(node, context);
  }
}

function heading({ type, data = {}, nodes, meta }: Node, { resolve, outline }: BlockContext): string {
  const level = Math.min(6, Math.max(2, Number(data.level ?? type!.at(-1))));
  const id = meta?.id ?? '';
  const text = plainText(nodes).trim();
  outline.push({ id, level, text });
  const anchor = `<a class="anchor" href="#${escapeHtml(encodeURIComponent(id))}" aria-label="Link to ${escapeHtml(text || 'this part')}"></a>`;
  return `<h${level}${attribute('id', id)}>${renderPhrases(nodes, resolve)}${anchor}</h${level}>`;
}

function task({ data = {}, nodes = [] }: Node, context: BlockContext): string {
  const checked = data.checked === true;
  const box = `<input type="checkbox" disabled${checked ? ' checked' : ''}${attribute('aria-label', checked ? 'Done' : 'To do')}>`;
  return `<li>${box} ${tight(nodes, context)}</li>`;
}

/** The first paragraph of an item stands without a paragraph's margins. */
function tight([first, ...rest]: readonly Node[], context: BlockContext): string {
  if (first?.type !== 'paragraph') return renderBlocks(first ? [first, ...rest] : [], context);
  return `${renderPhrases(first.nodes, context.resolve)}${rest.length > 0 ? `\n${renderBlocks(rest, context)}` : ''}`;
}

const hintNames: Readonly<Record<string, string>> = {
  info: 'Note',
  success: 'Tip',
  warning: 'Warning',
  danger: 'Danger',
};

function hint({ style }: Data, inner: string): string {
  const kind = Object.hasOwn(hintNames, textOf(style)) ? textOf(style) : 'info';
  return `<div class="hint hint-${kind}" role="note" aria-label="${hintNames[kind]}">\n${inner}\n</div>`;
}

function code(node: Node, { code: lines }: BlockContext): string {
  const { data = {} } = node;
  const title = textOf(data.title);
  const classes = [
    'code',
    ...(data.lineNumbers === true ? ['numbered'] : []),
    ...(data.overflow === 'wrap' ? ['wrapped'] : []),
  ];
  const body = (lines.get(node) ?? []).map((line) => `<span class="line">${line}</span>`).join('\n');
  const caption = title ? `<figcaption>${escapeHtml(title)}</figcaption>` : '';
  return `<figure class="${classes.join(' ')}">${caption}<pre tabindex="0"><code>${body}</code></pre></figure>`;
}

function figure(image: Node, resolve: Resolve): string {
  const caption = renderPhrases(fragmentOf(image, 'caption')[0]?.nodes, resolve);
  const picture = renderImage(image.data ?? {}, resolve);
  return `<figure>${picture}${caption ? `<figcaption>${caption}</figcaption>` : ''}</figure>`;
}

function tabItem({ data = {}, nodes }: Node, context: BlockContext): string {
  const title = textOf(data.title) || 'Tab';
  return `<section class="tab"${attribute('aria-label', title)}><p class="tab-title">${escapeHtml(title)}</p>\n${renderBlocks(nodes, context)}\n</section>`;
}

/** Blocks that lead somewhere else. */
function reference(node: Node, { resolve }: BlockContext): string {
  const { type, data = {}, nodes = [] } = node;
  const caption = renderPhrases(fragmentOf(node, 'caption')[0]?.nodes, resolve);
  const target = type === 'embed' ? resolve({ kind: 'url', url: data.url }) : resolve((data.ref ?? {}) as Data);
  const operation = [textOf(data.method).toUpperCase(), textOf(data.path)].filter(Boolean).join(' ');
  switch (type) {
    case 'embed':
    case 'content-ref':
    case 'file': {
      if (!target) return caption ? `<p>${caption}</p>` : '';
      const label = caption || escapeHtml(target.title || target.href);
      const download = type === 'file' ? ' download' : '';
      return `<p class="card-link ${type}"><a${attribute('href', target.href)}${download}>${label}</a></p>`;
    }
    case 'swagger':
      return `<p class="card-link operation">${target ? `<a${attribute('href', target.href)}>` : ''}<code>${escapeHtml(operation || 'API')}</code>${target ? '</a>' : ''}</p>`;
    default:
      return nodes.length > 0 ? `<p>${escapeHtml(plainText(nodes))}</p>` : '';
  }
}

const startOf = ({ start }: Data) => (Number.isInteger(start) ? (start as number) : undefined);
const alignOf = ({ align }: Data) => (align === 'left' || align === 'right' ? align : 'center');
