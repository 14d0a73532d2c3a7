import type { Element, ElementContent, RootContent } from 'hast';
import { readBlock } from './blocks.js';
import {
  attribute,
  classesOf,
  element,
  elementsIn,
  hasClass,
  isElement,
  oneLine,
  type Parent,
  textNode,
  textOf,
} from './hast.js';

/** What a page's links and images become, and which of its ids somebody links to. */
export interface Surroundings {
  /** The destination to write; undefined leaves the words and drops the link. */
  link(href: string): string | undefined;
  /** The same for what is shown; undefined drops the image. */
  image(src: string): string | undefined;
  anchors: ReadonlySet<string>;
}

/** What runs, what is styled, what is filled in, and what is not for readers. */
const dropped = new Set(
  (
    'script style template noscript head title link meta base object embed applet canvas svg select textarea button ' +
    'dialog map frame frameset noframes param source track'
  ).split(' '),
);
const unseenClass =
  /^(?:headerlink|anchor-link|hash-link|anchorjs-link|header-anchor|line-numbers-rows|linenos|gutter|sr-only|visually-hidden|expand-control-icon|ecosystem-badge)$/;
const headings = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'];
const maxColumns = 100;
const maxSpan = 20;
const maxCells = 50_000;

/** Makes a tree of what a page says: nothing that runs or tracks, and one element for each block that Markdown has a word for. */
export function clean(parent: Parent, surroundings: Surroundings, inHeading = false): void {
  parent.children = parent.children.flatMap((child): ElementContent[] => {
    if (child.type === 'text') return [child];
    if (child.type !== 'element' || isUnseen(child)) return [];
    return cleanElement(child, surroundings, inHeading);
  }) as RootContent[] & ElementContent[];
}

function cleanElement(given: Element, surroundings: Surroundings, inHeading: boolean): ElementContent[] {
  const node = readBlock(given) ?? given;
  if (['pre', 'formula', 'player'].includes(node.tagName)) return [node];
  const isHeading = headings.includes(node.tagName);
  const children = isHeading ? anchored(node, surroundings) : [];
  clean(node, surroundings, inHeading || isHeading);
  node.children.push(...children);
  if (node.tagName === 'td' || node.tagName === 'th') node.children = separated(node.children);
  if (node.tagName === 'a') return cleanLink(node, surroundings, inHeading);
  if (node.tagName === 'img') return cleanImage(node, surroundings);
  if (node.tagName === 'input') return attribute(node, 'type') === 'checkbox' ? [node] : [];
  if (node.tagName === 'table') return isTable(node) ? [node] : rowsOf(node);
  return [node];
}

function isUnseen(node: Element): boolean {
  if (dropped.has(node.tagName) || node.properties.hidden !== undefined) return true;
  if (attribute(node, 'ariaHidden') === 'true' && !hasClass(node, 'katex-html')) return true;
  if (/(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden)/i.test(attribute(node, 'style'))) return true;
  return classesOf(node).some((name) => unseenClass.test(name)) || hasClass(node, 'katex-html');
}

/** An id that is linked to goes with its heading, as GitBook writes it. */
function anchored(node: Element, { anchors }: Surroundings): ElementContent[] {
  const ids = [node, ...elementsIn(node)].map((each) => attribute(each, 'id') || attribute(each, 'name'));
  const id = ids.find((each) => anchors.has(each));
  return id === undefined ? [] : [element('anchor', { id }, [])];
}

function cleanLink(node: Element, { link }: Surroundings, inHeading: boolean): ElementContent[] {
  const words = oneLine(textOf(node));
  // The sign behind a heading that leads to itself.
  if (inHeading && /^[#¶§🔗\u200B]*$/u.test(words) && !hasImage(node)) return [];
  const href = attribute(node, 'href').trim();
  const destination = href === '' || /^#?$/.test(href) ? undefined : link(href);
  if (destination === undefined || (words === '' && !hasImage(node))) return node.children;
  return [element('a', { href: destination }, node.children)];
}

const hasImage = (node: Element) => [...elementsIn(node)].some((each) => each.tagName === 'img');

function cleanImage(node: Element, { image }: Surroundings): ElementContent[] {
  // Pictures of one pixel count readers.
  if (['width', 'height'].some((side) => /^[01](?:px)?$/.test(attribute(node, side).trim()))) return [];
  const lazy = attribute(node, 'dataSrc') || attribute(node, 'dataOriginal');
  const written = attribute(node, 'src').trim();
  const source = image(lazy !== '' && (written === '' || written.startsWith('data:')) ? lazy.trim() : written);
  const alt = oneLine(attribute(node, 'alt'));
  return source === undefined ? [] : [element('img', { src: source, alt }, [])];
}

const blocks = new Set(['p', 'div', 'ul', 'ol', 'li', 'pre', 'blockquote', 'hint', 'details', ...headings]);

/** A cell of a table holds one line: what would be lines of their own in it are set apart. */
function separated(children: ElementContent[]): ElementContent[] {
  let isFirst = true;
  return children.flatMap((child) => {
    const isBlock = isElement(child) && blocks.has(child.tagName);
    const between = isBlock && !isFirst ? [element('br', {}, [])] : [];
    isFirst &&= isBlank(child);
    if (!isBlock) return [child];
    return [...between, ...(/^[uo]l$/.test(child.tagName) ? separated(child.children) : child.children)];
  });
}

const isBlank = (node: ElementContent) => node.type === 'text' && node.value.trim() === '';

const spanOf = (node: Element, side: string) =>
  Math.min(Math.max(Number.parseInt(attribute(node, side), 10) || 1, 1), maxSpan);

/** A table that is too large for one, as a paragraph for each row. */
const rowsOf = (table: Element): ElementContent[] =>
  [...elementsIn(table)]
    .filter(({ tagName }) => tagName === 'tr')
    .map((row) => element('p', {}, [textNode(row.children.map(textOf).join(' '))]));

/** Tables that span without end would fill any memory. */
function isTable(table: Element): boolean {
  let rows = 0;
  let columns = 0;
  let widest = 1;
  for (const node of elementsIn(table)) {
    if (node.tagName === 'tr') {
      rows += 1;
      columns = 0;
    } else if (isElement(node, 'td', 'th')) {
      node.properties.rowSpan = spanOf(node, 'rowSpan');
      node.properties.colSpan = spanOf(node, 'colSpan');
      columns += spanOf(node, 'colSpan');
      widest = Math.max(widest, columns);
    }
  }
  return widest <= maxColumns && rows * widest <= maxCells;
}
