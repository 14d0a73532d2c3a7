import { isMap, parseDocument } from 'yaml';

export interface FrontMatter {
  title?: string;
  description?: string;
  icon?: string;
  emoji?: string;
  hidden?: boolean;
  cover?: string;
  coverY?: number;
  layout?: Record<string, unknown>;
  /** Everything that was written, known or not. */
  raw: Record<string, unknown>;
}

export interface SplitDocument {
  /** The block with both fences and its last line end; empty when there is none. */
  block: string;
  /** What follows it. */
  body: string;
  frontMatter: FrontMatter;
}

const opening = /^\uFEFF?---[ \t]*(?:\r\n|\n|\r)/;
const closing = /^(?:---|\.\.\.)[ \t]*(?:\r\n|\n|\r|$(?![\s\S]))/m;
/** A longer block is still set aside, but not read: YAML parsers are slow on hostile input. */
const maxLength = 32 * 1024;

/** Sets front matter apart from the Markdown below it. A leading block that is no YAML mapping is Markdown, not front matter. */
export function splitFrontMatter(markdown: string): SplitDocument {
  const none = { block: '', body: markdown, frontMatter: { raw: {} } };
  const start = opening.exec(markdown)?.[0].length;
  if (start === undefined) return none;
  const rest = markdown.slice(start);
  const end = closing.exec(rest);
  if (!end) return none;
  const length = start + end.index + end[0].length;
  const raw = end.index > maxLength ? {} : readMapping(rest.slice(0, end.index));
  if (!raw) return none;
  return { block: markdown.slice(0, length), body: markdown.slice(length), frontMatter: known(raw) };
}

/** A mapping with syntax errors gives what could be read of it: authors write `description: a: b`. */
function readMapping(text: string): Record<string, unknown> | undefined {
  if (text.trim() === '') return {};
  try {
    const document = parseDocument(text, { schema: 'core', uniqueKeys: false, logLevel: 'silent', strict: false });
    if (!isMap(document.contents)) return undefined;
    return document.toJS({ maxAliasCount: 20 }) as Record<string, unknown>;
  } catch {
    // Aliases that explode or nesting that is too deep: still a block that nobody wants to read as text.
    return {};
  }
}

function known(raw: Record<string, unknown>): FrontMatter {
  const text = (key: string) => (typeof raw[key] === 'string' && raw[key].trim() !== '' ? raw[key].trim() : undefined);
  const { hidden, coverY, layout } = raw;
  return {
    title: text('title'),
    description: text('description'),
    icon: text('icon'),
    emoji: text('emoji'),
    hidden: typeof hidden === 'boolean' ? hidden : undefined,
    cover: text('cover'),
    coverY: typeof coverY === 'number' && Number.isFinite(coverY) ? coverY : undefined,
    layout: isRecord(layout) ? layout : undefined,
    raw,
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
