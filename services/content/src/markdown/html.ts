import MarkdownIt from 'markdown-it';

export interface HtmlTag {
  kind: 'open' | 'close';
  name: string;
  attributes: Map<string, string>;
  /** Written with a slash at its end: of XML, the whole element. */
  isEmpty: boolean;
}

const { unescapeAll } = new MarkdownIt().utils;

/** Decodes `&amp;`, `&#x27;`… and nothing else. */
export const decodeEntities = (text: string) =>
  text.includes('&') ? unescapeAll(text.replaceAll('\\', '\\\\')) : text;

/**
 * Cuts HTML into tags and the text between them (entities decoded, comments dropped). Linear, tolerant, never throws:
 * what does not close is text.
 */
export function* readHtml(html: string): Generator<HtmlTag | string> {
  let textStart = 0;
  let from = 0;
  for (;;) {
    const start = html.indexOf('<', from);
    if (start < 0) break;
    const comment = html.startsWith('<!--', start);
    const end = comment ? after(html, '-->', start + 4) : tagEnd(html, start);
    if (end === undefined) break;
    if (end.closed) {
      if (start > textStart) yield decodeEntities(html.slice(textStart, start));
      if (!comment) yield parseTag(html.slice(start + 1, end.at - 1));
      textStart = end.at;
    }
    from = end.at;
  }
  if (textStart < html.length) yield decodeEntities(html.slice(textStart));
}

interface End {
  at: number;
  closed: boolean;
}

function after(text: string, what: string, from: number): End | undefined {
  const at = text.indexOf(what, from);
  return at < 0 ? undefined : { at: at + what.length, closed: true };
}

/** Where the tag that starts at `<` ends; what was read of one that does not is never read again. */
function tagEnd(html: string, start: number): End | undefined {
  if (!/[a-zA-Z/]/.test(html[start + 1] ?? '')) return { at: start + 1, closed: false };
  for (let at = start + 1; at < html.length; at += 1) {
    const char = html[at]!;
    if (char === '>') return { at: at + 1, closed: true };
    if (char === '<') return { at, closed: false };
    if (char === '"' || char === "'") {
      at = html.indexOf(char, at + 1);
      if (at < 0) return undefined;
    }
  }
  return undefined;
}

function parseTag(inner: string): HtmlTag {
  const kind = inner.startsWith('/') ? 'close' : 'open';
  const name = /^\/?([^\s/>]*)/.exec(inner)![1]!;
  const attributes = new Map<string, string>();
  const rest = inner.slice(name.length + (kind === 'close' ? 1 : 0));
  const pattern = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
  for (const [, key, double, single, bare] of rest.matchAll(pattern)) {
    const lower = key!.toLowerCase();
    if (!attributes.has(lower)) attributes.set(lower, decodeEntities(double ?? single ?? bare ?? ''));
  }
  return { kind, name: name.toLowerCase(), attributes, isEmpty: inner.endsWith('/') };
}
