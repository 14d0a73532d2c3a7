import { invalid } from '@quire/runtime';
import type { ContentDraft } from '../content-draft.js';
import { type PageRecord, getPage, rootPage } from '../pages/page-record.js';

/** The root of the page map that a revision has; `path` is where the revision stands in the request. */
export type PagesOf = (revision: string | undefined, path: string) => Promise<string>;

/**
 * Brings a page back to what it is in another page map: a page that is not there is removed, one that is missing comes back
 * with everything below it, any other gets its fields and text back where it stands. Returns what happened to which page.
 */
export async function revertPage(
  draft: ContentDraft,
  pages: string,
  { page, path }: { page: string; path: string },
): Promise<Map<string, 'created' | 'updated' | 'deleted'>> {
  const [now, then] = [await draft.pages.get(page), await getPage(draft.reader, pages, page)];
  const did = new Map<string, 'created' | 'updated' | 'deleted'>();
  if (page === rootPage || (!now && !then)) throw invalid([{ path, message: `there is no page ${page} here` }]);
  if (!then) {
    for (const id of await draft.pages.remove(page)) did.set(id, 'deleted');
    return did;
  }
  if (now) {
    const { parent: _parent, children: _children, ...fields } = then;
    const absent = Object.keys(now)
      .filter((field) => !(field in then))
      .map((field) => [field, undefined]);
    await draft.pages.set(page, {
      ...Object.fromEntries(absent),
      ...fields,
      parent: now.parent,
      children: now.children,
    });
    did.set(page, 'updated');
    return did;
  }
  for (const id of await restoreSubtree(draft, pages, page)) did.set(id, 'created');
  return did;
}

/** Puts a page that is missing back below its former parent, or at the top when that is gone, with everything that is missing below it. */
export async function restoreSubtree(draft: ContentDraft, pages: string, page: string): Promise<string[]> {
  const restored: string[] = [];
  const restore = async (id: string, parent: string, at?: number): Promise<void> => {
    const { parent: _parent, children, ...record } = (await getPage(draft.reader, pages, id)) as PageRecord;
    await draft.pages.insert(id, record, { parent, ...(at === undefined ? {} : { at }) });
    restored.push(id);
    for (const child of children) if (!(await draft.pages.get(child))) await restore(child, id);
  };
  const { parent } = (await getPage(draft.reader, pages, page))!;
  const home = parent === rootPage || (await draft.pages.get(parent)) ? parent : rootPage;
  const siblings = (await getPage(draft.reader, pages, home))?.children ?? [];
  const present = (await draft.pages.get(home))!.children;
  const before = new Set(siblings.slice(0, siblings.indexOf(page)));
  const at = parent === home ? present.findLastIndex((id) => before.has(id)) + 1 : undefined;
  await restore(page, home, at);
  return restored;
}
