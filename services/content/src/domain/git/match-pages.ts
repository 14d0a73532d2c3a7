import { newId } from '@quire/runtime';
import { blobId } from '../../git/blob-id.js';
import type { ImportPlan, PlannedPage } from '../../import/import-plan.js';
import { rootPage } from '../pages/page-record.js';
import type { PageTree } from '../pages/page-tree.js';
import type { SpaceFiles } from './space-files.js';
import { isListed } from './table-of-contents.js';

/** Which pages of a space the pages of a repository are. */
export interface Matches {
  ids: ReadonlyMap<PlannedPage, string>;
  planned: ReadonlyMap<string, PlannedPage>;
  /** Documents by their path in the repository. */
  byPath: ReadonlyMap<string, string>;
}

/**
 * Documents are known by their path; one whose path is new, and that holds what a vanished one did, is that one renamed.
 * Groups and links are known by their title, in the same place before any other. What is new gets a new id.
 */
export function matchPages(
  plan: ImportPlan,
  { base, main }: { base: SpaceFiles | undefined; main: SpaceFiles },
): Matches {
  const known = base ?? main;
  const byPath = matchDocuments(plan, { base, main });
  const ids = new Map<PlannedPage, string>();
  const groups = nameless(known.tree);
  const name = (pages: readonly PlannedPage[], parent: string) => {
    for (const page of pages) {
      const id = page.sourcePath === undefined ? (groups.take(page, parent) ?? newId()) : byPath.get(page.sourcePath)!;
      ids.set(page, id);
      name(page.children, id);
    }
  };
  name(plan.pages, rootPage);
  return { ids, planned: new Map([...ids].map(([page, id]) => [id, page])), byPath };
}

function matchDocuments(
  plan: ImportPlan,
  { base, main }: { base: SpaceFiles | undefined; main: SpaceFiles },
): Map<string, string> {
  const known = base ?? main;
  const documents = allPages(plan.pages).filter((page) => page.sourcePath !== undefined);
  const present = new Set(documents.map((page) => page.sourcePath!));
  const vanished = new Map<string, string[]>();
  for (const [path, id] of base?.paths.pageAt ?? []) {
    if (present.has(path)) continue;
    const { oid } = known.files.get(path)!;
    vanished.set(oid, [...(vanished.get(oid) ?? []), id]);
  }
  const byPath = new Map<string, string>();
  for (const page of documents) {
    const path = page.sourcePath!;
    const inMain = main.paths.pageAt.get(path);
    const same = known.paths.pageAt.get(path) ?? (inMain !== undefined && !known.tree.get(inMain) ? inMain : undefined);
    const renamed = same === undefined && page.markdown ? vanished.get(blobId(page.markdown))?.shift() : undefined;
    byPath.set(path, same ?? renamed ?? newId());
  }
  return byPath;
}

export const allPages = (pages: readonly PlannedPage[]): PlannedPage[] =>
  pages.flatMap((page) => [page, ...allPages(page.children)]);

/** Hands out the groups and links of a tree, each once. */
function nameless(tree: PageTree) {
  const keyOf = (type: string, title: string, parent?: string) => JSON.stringify([type, title, parent ?? null]);
  const waiting = new Map<string, string[]>();
  const taken = new Set<string>();
  for (const id of tree.ids()) {
    const page = tree.need(id);
    if (page.type === 'document' || !isListed(page)) continue;
    for (const key of [keyOf(page.type, page.title, page.parent), keyOf(page.type, page.title)])
      waiting.set(key, [...(waiting.get(key) ?? []), id]);
  }
  return {
    take({ type, title }: PlannedPage, parent: string): string | undefined {
      for (const key of [keyOf(type, title, parent), keyOf(type, title)]) {
        const id = waiting.get(key)?.find((each) => !taken.has(each));
        if (id === undefined) continue;
        taken.add(id);
        return id;
      }
      return undefined;
    },
  };
}
