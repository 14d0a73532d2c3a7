import { readHtml } from '../../markdown/html.js';
import { NotDrawable, deepest, longestSvg } from './budget.js';

/** An element of a picture; names and those of attributes are in lower case. */
export interface Element {
  name: string;
  /** With what its style says. */
  attributes: ReadonlyMap<string, string>;
  children: (Element | string)[];
}

const mostElements = 4_000;
/** What is said about a picture, and is not seen. */
const unseen = /^(?:title|desc|metadata|sodipodi:.*|inkscape:.*)$/;
const hasMore = /<!ENTITY|<!\[CDATA\[|<\?xml-stylesheet/i;

/** The picture's outermost element, with all in it. */
export function readTree(bytes: Buffer): Element {
  if (bytes.length > longestSvg) throw new NotDrawable('is too long');
  const source = bytes.toString('utf8');
  if (hasMore.test(source)) throw new NotDrawable('has parts that are not drawn');
  const open: Element[] = [];
  let root: Element | undefined;
  let unseenIn = 0;
  let count = 0;
  for (const tag of readHtml(source)) {
    if (typeof tag === 'string') {
      if (unseenIn === 0) open.at(-1)?.children.push(tag);
    } else if (tag.kind === 'close') {
      if (unseenIn > 0) unseenIn -= 1;
      else if (open.pop()?.name !== tag.name) throw new NotDrawable('is not well formed');
    } else {
      if (unseenIn > 0 || unseen.test(tag.name)) {
        if (!tag.isEmpty) unseenIn += 1;
        continue;
      }
      count += 1;
      if (count > mostElements || open.length >= deepest) throw new NotDrawable('has too many elements');
      const element = { name: tag.name, attributes: withStyle(tag.attributes), children: [] };
      if (open.length === 0 && root) throw new NotDrawable('is not well formed');
      root ??= element;
      open.at(-1)?.children.push(element);
      if (!tag.isEmpty) open.push(element);
    }
  }
  if (!root || open.length > 0 || root.name !== 'svg') throw new NotDrawable('is not a whole picture');
  return root;
}

function withStyle(attributes: Map<string, string>): Map<string, string> {
  const style = attributes.get('style');
  if (style === undefined) return attributes;
  const all = new Map(attributes);
  for (const declaration of style.split(';')) {
    const at = declaration.indexOf(':');
    if (at < 0) continue;
    const value = declaration
      .slice(at + 1)
      .replace(/!important\s*$/, '')
      .trim();
    // Colours of wider screens stand beside ordinary ones.
    if (!value.startsWith('color(')) all.set(declaration.slice(0, at).trim().toLowerCase(), value);
  }
  return all;
}
