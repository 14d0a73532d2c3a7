import { invalid } from '@quire/runtime';
import type { PageDraft } from '../pages/page-draft.js';
import { rootPage } from '../pages/page-record.js';

/** Deeper trees cannot be shown, and whoever walks them by recursion would run out of stack. */
const MAX_PAGE_DEPTH = 50;

/**
 * Throws 400 when a new page below `parent`, or the page `moved` with everything below it, would stand too deep; `path` is
 * where the parent stands in the request.
 */
export async function assertNesting(
  pages: PageDraft,
  { parent, moved, path }: { parent: string; moved?: string; path: string },
): Promise<void> {
  let depth = 1;
  for (let id = parent; id !== rootPage; id = (await pages.get(id))!.parent) depth += 1;
  let level = moved === undefined ? [] : (await pages.get(moved))!.children;
  for (; level.length > 0 && depth <= MAX_PAGE_DEPTH; depth += 1) {
    const records = await Promise.all(level.map((id) => pages.get(id)));
    level = records.flatMap((record) => record!.children);
  }
  if (depth > MAX_PAGE_DEPTH) throw invalid([{ path, message: `would nest pages more than ${MAX_PAGE_DEPTH} deep` }]);
}
