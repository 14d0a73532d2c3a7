import type { Root } from 'hast';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';
import { Unreadable } from './unreadable.js';

const MiB = 1024 * 1024;
/** In characters. */
const maxLength = 8 * MiB;
const maxDepth = 200;
const parser = unified().use(rehypeParse).freeze();

/** Parses a page as browsers do. What would cost more than a page can be worth is {@link Unreadable}. */
export function parseHtml(html: string): Root {
  if (html.length > maxLength) throw new Unreadable(`is larger than ${maxLength / MiB} MiB of HTML`);
  assertShallow(html);
  return parser.parse(withoutNoscript(html));
}

/** What only shows without scripts counts readers, mostly; in a head it would break out into the body. */
function withoutNoscript(html: string): string {
  const [first = '', ...others] = html.split(/<noscript\b/i);
  return first + others.map((part) => part.slice(/<\/noscript\s*>/i.exec(part)?.index ?? 0)).join('');
}

/** Elements that have no content, or that the next of their kind closes. */
const flat = new Set(
  (
    'area base br col embed hr img input link meta param source track wbr ' +
    'p li dt dd tr td th thead tbody tfoot option optgroup rt rp path'
  ).split(' '),
);
const raw = /^(?:script|style|textarea|title)$/;

/** Parsers need quadratic time, and everybody after them a deep stack, for elements that nest without end. */
function assertShallow(html: string): void {
  const open = new Map<string, number>();
  let depth = 0;
  let tagEnd = -1;
  for (let at = html.indexOf('<'); at >= 0; at = html.indexOf('<', at + 1)) {
    tagName.lastIndex = at + 1;
    const match = tagName.exec(html);
    if (!match) {
      if (html.startsWith('!--', at + 1)) at = ending(html, '-->', at);
      continue;
    }
    const name = match[2]!.toLowerCase();
    if (flat.has(name)) continue;
    const count = open.get(name) ?? 0;
    if (match[1] === '/') {
      if (count > 0) depth -= 1;
      open.set(name, Math.max(0, count - 1));
      continue;
    }
    if (tagEnd < at) tagEnd = ending(html, '>', at);
    if (raw.test(name)) {
      at = ending(html, `</${match[2]!}`, at) - 1;
    } else if (html[tagEnd - 1] !== '/') {
      open.set(name, count + 1);
      depth += 1;
      if (depth > maxDepth) throw new Unreadable(`nests elements more than ${maxDepth} deep`);
    }
  }
}

const tagName = /(\/?)([a-z][a-z0-9:-]{0,40})/iy;

function ending(html: string, what: string, from: number): number {
  const at = html.indexOf(what, from);
  return at < 0 ? html.length : at;
}
