import { cutTitle } from './limits.js';
import { readYaml } from './safe-yaml.js';

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
/** A longer block is still set aside, but not read. */
const maxLength = 8 * 1024;

/** Sets front matter apart from the Markdown below it. A leading block that is no YAML mapping is Markdown, not front matter. */
export function splitFrontMatter(markdown: string): SplitDocument {
  const none = { block: '', body: markdown, frontMatter: { raw: {} } };
  const start = opening.exec(markdown)?.[0].length;
  if (start === undefined) return none;
  const rest = markdown.slice(start);
  const end = closing.exec(rest);
  if (!end) return none;
  const length = start + end.index + end[0].length;
  const raw = readMapping(rest.slice(0, end.index));
  if (!raw) return none;
  return { block: markdown.slice(0, length), body: markdown.slice(length), frontMatter: known(raw) };
}

/** A mapping with syntax errors gives what could be read of it: authors write `description: a: b`. */
function readMapping(text: string): Record<string, unknown> | undefined {
  const { value, sound } = readYaml(text, { maxLength });
  if (isRecord(value)) return value;
  // A block that nobody can read is still not the text of the page.
  return sound && value !== null ? undefined : {};
}

function known(raw: Record<string, unknown>): FrontMatter {
  const text = (key: string) => (typeof raw[key] === 'string' && raw[key].trim() !== '' ? raw[key].trim() : undefined);
  const { hidden, coverY, layout } = raw;
  const title = text('title');
  return {
    title: title === undefined ? undefined : cutTitle(title),
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
