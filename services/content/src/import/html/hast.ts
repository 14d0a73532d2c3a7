import type { Element, ElementContent, Nodes, Root, RootContent } from 'hast';

export type Parent = Root | Element;

export const isElement = (node: Nodes | undefined, ...names: string[]): node is Element =>
  node?.type === 'element' && (names.length === 0 || names.includes(node.tagName));

/** An attribute as text; empty without one. */
export function attribute({ properties }: Element, name: string): string {
  const value = properties[name];
  if (Array.isArray(value)) return value.join(' ');
  return value === undefined || value === null || value === false ? '' : String(value);
}

export const classesOf = (element: Element): string[] =>
  attribute(element, 'className')
    .split(/\s+/)
    .filter((name) => name !== '');

export const hasClass = (element: Element, ...names: string[]): boolean =>
  classesOf(element).some((name) => names.includes(name));

/** The text below a node, with line ends where `<br>` stands. */
export function textOf(node: Nodes): string {
  const parts: string[] = [];
  const stack: Nodes[] = [node];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.type === 'text') parts.push(next.value);
    else if (isElement(next, 'br')) parts.push('\n');
    else if ('children' in next) for (const child of [...next.children].reverse()) stack.push(child);
  }
  return parts.join('');
}

export const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** All elements below a node in the order of the document. */
export function* elementsIn(node: Nodes): Generator<Element> {
  const stack: Nodes[] = [node];
  for (let next = stack.pop(); next; next = stack.pop()) {
    if (next.type === 'element' && next !== node) yield next;
    if ('children' in next) for (const child of [...next.children].reverse()) stack.push(child);
  }
}

/** The first element below a node that passes. */
export function findElement(node: Nodes, passes: (element: Element) => boolean): Element | undefined {
  for (const element of elementsIn(node)) if (passes(element)) return element;
  return undefined;
}

export const element = (
  tagName: string,
  properties: Element['properties'],
  children: (ElementContent | RootContent)[],
): Element => ({ type: 'element', tagName, properties, children: children as ElementContent[] });

export const textNode = (value: string): ElementContent => ({ type: 'text', value });
