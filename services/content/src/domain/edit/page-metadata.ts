import { invalid } from '@quire/runtime';
import { MAX_PAGE_BYTES } from '../../markdown/limits.js';
import { type Analysis, analyse } from '../../markdown/parse.js';
import type { PageFields, PageLayout, PageRecord } from '../pages/page-record.js';

const writtenFields = [
  'description',
  'icon',
  'emoji',
  'hidden',
  'layout',
  'cover',
] as const satisfies readonly (keyof PageFields)[];

type WrittenFields = Partial<Pick<PageFields, (typeof writtenFields)[number] | 'title'>>;

/** Throws 400 when a page would hold more than a page may hold; `path` is where the text stands in the request. */
export function assertPageSize(markdown: string, path: string): void {
  const size = Buffer.byteLength(markdown);
  if (size <= MAX_PAGE_BYTES) return;
  throw invalid([
    { path, message: `has ${size} bytes; a page holds at most ${MAX_PAGE_BYTES}. Split it into several pages.` },
  ]);
}

/** The page fields that the front matter of a document sets. */
export function fieldsIn({ frontMatter }: Pick<Analysis, 'frontMatter'>): WrittenFields {
  const { title, description, icon, emoji, hidden, layout, cover, coverY } = frontMatter;
  const fields: WrittenFields = {
    title,
    description,
    icon,
    emoji,
    hidden,
    layout: layout === undefined ? undefined : layoutIn(layout),
    cover: cover === undefined ? undefined : { url: cover, yPos: coverY ?? 0 },
  };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** How a new text changes the fields of its page: what its front matter sets, and unsets what the old one had set. */
export function fieldChanges(page: PageRecord, before: string, after: string): WrittenFields {
  const [old, next] = [analyse(before), analyse(after)];
  const [had, has] = [fieldsIn(old), fieldsIn(next)];
  const removed = writtenFields.filter((field) => had[field] !== undefined && has[field] === undefined);
  // A title that is its page's heading follows the heading.
  const heading = old.title === page.title && next.title !== undefined ? { title: next.title } : {};
  return { ...heading, ...Object.fromEntries(removed.map((field) => [field, undefined])), ...has };
}

/** GitBook's front matter says `title: {visible: false}`; a page's layout says `title: false`. */
function layoutIn(written: Record<string, unknown>): PageLayout {
  const parts = ['cover', 'title', 'description', 'tableOfContents', 'outline', 'pagination', 'metadata'] as const;
  const layout: PageLayout = {};
  for (const part of parts) {
    const value = written[part];
    const visible = typeof value === 'object' && value !== null ? (value as { visible?: unknown }).visible : value;
    if (typeof visible === 'boolean') layout[part] = visible;
  }
  const size = (written.cover as { size?: unknown } | undefined)?.size;
  if (size === 'hero' || size === 'full') layout.coverSize = size;
  if (written.width === 'wide' || written.width === 'default') layout.width = written.width;
  return layout;
}
