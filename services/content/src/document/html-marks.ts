import type { HtmlTag } from '../markdown/html.js';
import type { Mark, MarkType } from './types.js';

const types: Readonly<Record<string, MarkType>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'strikethrough',
  del: 'strikethrough',
  strike: 'strikethrough',
  sup: 'superscript',
  sub: 'subscript',
  kbd: 'keyboard',
  code: 'code',
  mark: 'color',
};

/** The mark that an HTML element stands for, if it says nothing else. */
export function markOf({ name, attributes }: HtmlTag): Mark | undefined {
  const type = Object.hasOwn(types, name) ? types[name] : undefined;
  if (!type) return undefined;
  if (type !== 'color') return attributes.size === 0 ? { object: 'mark', type } : undefined;
  const style = attributes.get('style');
  if (attributes.size > (style === undefined ? 0 : 1)) return undefined;
  const color = (property: string) =>
    new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([$\\w#-]+)\\s*(?:;|$)`).exec(style ?? '')?.[1];
  const data = { text: color('color') ?? 'default', background: color('background-color') ?? 'default' };
  return { object: 'mark', type, data };
}

const tags: Readonly<Record<MarkType, string>> = {
  color: 'mark',
  bold: 'strong',
  italic: 'em',
  strikethrough: 'del',
  superscript: 'sup',
  subscript: 'sub',
  keyboard: 'kbd',
  code: 'code',
};

/** The HTML element that stands for a mark. */
export function elementOf({ type, data }: Mark): { open: string; close: string } {
  const name = tags[type];
  return { open: `<${name}${type === 'color' ? colorStyle(data) : ''}>`, close: `</${name}>` };
}

function colorStyle(data: Mark['data']): string {
  const parts = [];
  if (isColor(data?.text)) parts.push(`color:${data.text};`);
  if (isColor(data?.background)) parts.push(`background-color:${data.background};`);
  return parts.length > 0 ? ` style="${parts.join('')}"` : '';
}

const isColor = (value: string | undefined): value is string =>
  value !== undefined && value !== 'default' && /^[$\w#-]+$/.test(value);
