import type { FileAttributes, PageAttributes } from '@quire/contract';
import type { FileRecord } from '../domain/files/file-record.js';
import { equalJson } from '../domain/merkle/merkle-map.js';
import type { PageRecord } from '../domain/pages/page-record.js';
import { coverOf, layoutOf } from './page.js';

/** What a reader or editor sees of a page that changed; nothing when only its place or what it came from did. */
export function pageAttributes(before: PageRecord, after: PageRecord): PageAttributes {
  return changed(shownOfPage(before), shownOfPage(after));
}

/** The same for a file. */
export function fileAttributes(
  before: FileRecord,
  after: FileRecord,
  downloadURL: (file: FileRecord) => string,
): FileAttributes {
  const shown = ({ name, contentType, size, dimensions }: FileRecord) => ({ name, contentType, size, dimensions });
  return {
    ...changed(shown(before), shown(after)),
    ...(before.sha256 === after.sha256
      ? {}
      : { downloadURL: { before: downloadURL(before), after: downloadURL(after) } }),
  };
}

function shownOfPage(page: PageRecord) {
  const { type, title, slug, emoji, icon, description, document, hidden, noIndex, noRobotsIndex, target } = page;
  const common = { type, title, emoji, icon, hidden };
  if (type === 'link') return { ...common, target };
  const placed = { ...common, slug, noIndex, noRobotsIndex };
  return type === 'document'
    ? { ...placed, description, document, layout: layoutOf(page), cover: coverOf(page).cover }
    : placed;
}

/** The fields whose values differ, with both of them. */
function changed(before: Record<string, unknown>, after: Record<string, unknown>): Record<string, object> {
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return Object.fromEntries(
    fields
      .filter((field) => !equalJson(before[field], after[field]))
      .map((field) => [
        field,
        {
          ...(before[field] === undefined ? {} : { before: before[field] }),
          ...(after[field] === undefined ? {} : { after: after[field] }),
        },
      ]),
  );
}
