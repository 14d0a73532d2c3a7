import type { ImportPlan, PlannedPage } from '../../import/import-plan.js';
import { rootPage } from '../pages/page-record.js';
import type { PageTree } from '../pages/page-tree.js';
import type { Matches } from './match-pages.js';
import { isListed } from './table-of-contents.js';

/** A tree of ids. Parents come before their children. */
export interface Places {
  parents: ReadonlyMap<string, string>;
  children: ReadonlyMap<string, readonly string[]>;
}

/**
 * Where the pages of a repository stand: as its table of contents says. What a table of contents has no words for, as
 * hidden pages, stays where the tree has it.
 */
export function placePages(plan: ImportPlan, { matches, tree }: { matches: Matches; tree: PageTree }): Places {
  const parents = new Map<string, string>();
  const children = new Map<string, string[]>();
  const below = (parent: string) => {
    const known = children.get(parent) ?? [];
    children.set(parent, known);
    return known;
  };
  const unlisted = unlistedPages(tree);
  const deferred = new Map<string, string>();
  const place = (pages: readonly PlannedPage[], parent: string) => {
    for (const page of pages) {
      const id = matches.ids.get(page)!;
      if (page.hidden && unlisted.has(id)) deferred.set(id, parent);
      else {
        parents.set(id, parent);
        below(parent).push(id);
      }
      place(page.children, id);
    }
  };
  place(plan.pages, rootPage);

  const isBelow = (id: string, ancestor: string): boolean => {
    for (
      let each: string | undefined = id;
      each !== undefined && each !== rootPage;
      each = parents.get(each) ?? deferred.get(each)
    )
      if (each === ancestor) return true;
    return false;
  };
  for (const id of unlisted) {
    const isKept = deferred.has(id) || (tree.need(id).type !== 'document' && !matches.planned.has(id));
    if (!isKept) continue;
    const { parent } = tree.need(id);
    const isThere = parent === rootPage || (parents.has(parent) && !isBelow(parent, id));
    const home = isThere ? parent : (deferred.get(id) ?? rootPage);
    deferred.delete(id);
    parents.set(id, home);
    const siblings = below(home);
    const before = new Set(tree.children(home).slice(0, tree.children(home).indexOf(id)));
    siblings.splice(siblings.findLastIndex((sibling) => before.has(sibling)) + 1, 0, id);
  }
  return { parents: parentsFirst(children), children };
}

/** What is hidden or below something hidden, and what no table of contents could name, from the top down. */
function unlistedPages(tree: PageTree): Set<string> {
  const unlisted = new Set<string>();
  for (const id of tree.ids()) {
    const page = tree.need(id);
    if (unlisted.has(page.parent) || !isListed(page)) unlisted.add(id);
  }
  return unlisted;
}

function parentsFirst(children: ReadonlyMap<string, readonly string[]>): Map<string, string> {
  const parents = new Map<string, string>();
  const queue = [rootPage];
  for (const parent of queue) {
    for (const id of children.get(parent) ?? []) {
      parents.set(id, parent);
      queue.push(id);
    }
  }
  return parents;
}
