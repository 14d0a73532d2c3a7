import { equalJson } from '../merkle/merkle-map.js';
import { type PageRecord, rootPage } from '../pages/page-record.js';
import type { Conflict } from './conflict.js';
import type { Sides, Versions } from './sides.js';

/** Which changed pages do not survive the merge, and which survive against the other side's deletion. */
export interface Survival {
  gone: Set<string>;
  /** Deleted by theirs, kept as ours has them. */
  kept: Set<string>;
  conflicts: Conflict[];
}

type Side = 'ours' | 'theirs';

/**
 * Decides about deletions. A subtree that one side deleted and the other left alone is deleted. If the other side changed
 * a page of it, or added or moved one into it, the topmost deleted page is a conflict, and ours decides until it is resolved.
 */
export async function decideSurvival(sides: Sides): Promise<Survival> {
  const survival: Survival = { gone: new Set(), kept: new Set(), conflicts: [] };
  const all = new Map<string, Versions>();
  for (const id of sides.changed) all.set(id, await sides.versions(id));

  for (const id of [...all.keys()].sort()) {
    const { base, ours, theirs } = all.get(id)!;
    if (!ours && !theirs) survival.gone.add(id);
    if (base && !ours && theirs) survival.gone.add(id);
  }
  const deletedByTheirs = contested(all, 'theirs');
  for (const id of deletedByTheirs.pages) {
    if (deletedByTheirs.contestedRoots.has(deletedByTheirs.rootOf(id))) survival.kept.add(id);
    else survival.gone.add(id);
  }
  const deletedByOurs = contested(all, 'ours');
  dropAdditionsBelow(all, survival.gone);

  for (const [deleted, by] of [
    [deletedByTheirs, 'theirs'],
    [deletedByOurs, 'ours'],
  ] as const) {
    for (const page of [...deleted.contestedRoots].sort()) survival.conflicts.push(deletion(page, all.get(page)!, by));
  }
  return survival;
}

/** The conflict of a page that `by` deleted and the other side changed. */
export function deletion(page: string, { base, ours, theirs }: Versions, by: Side): Conflict {
  const summary = (record: PageRecord | undefined) => (record ? { title: record.title, slug: record.slug } : null);
  return {
    kind: 'deleted',
    page,
    base: summary(base),
    ours: by === 'ours' ? null : summary(ours),
    theirs: by === 'theirs' ? null : summary(theirs),
  };
}

function contested(all: ReadonlyMap<string, Versions>, by: Side) {
  const other = by === 'ours' ? 'theirs' : 'ours';
  const pages = new Set([...all].filter(([, v]) => v.base && !v[by] && v[other]).map(([id]) => id));
  const rootOf = (id: string) => {
    let root = id;
    for (let parent = all.get(root)![other]!.parent; pages.has(parent); parent = all.get(root)![other]!.parent)
      root = parent;
    return root;
  };
  const contestedRoots = new Set<string>();
  for (const id of pages) {
    const versions = all.get(id)!;
    const record = versions[other]!;
    const arrived = record.children.some((child) => {
      const versionsOfChild = all.get(child);
      return versionsOfChild !== undefined && versionsOfChild.base?.parent !== id && !pages.has(child);
    });
    if (arrived || touched(versions.base!, record)) contestedRoots.add(rootOf(id));
  }
  return { pages, rootOf, contestedRoots };
}

/** Whether a page itself changed; its place among its siblings and its list of children belong to others. */
export function touched(before: PageRecord, after: PageRecord): boolean {
  const own = ({ children: _children, updatedAt: _updatedAt, ...rest }: PageRecord) => rest;
  return !equalJson(own(before), own(after));
}

/** Pages that theirs added below something that is gone go with it: they are part of that conflict. */
function dropAdditionsBelow(all: ReadonlyMap<string, Versions>, gone: Set<string>): void {
  const queue = [...gone];
  for (let id = queue.pop(); id !== undefined; id = queue.pop()) {
    for (const child of all.get(id)?.theirs?.children ?? []) {
      const versions = all.get(child);
      if (versions?.theirs && !versions.base && !versions.ours && !gone.has(child)) {
        gone.add(child);
        queue.push(child);
      }
    }
  }
}

/**
 * Brings back a page that was to go because theirs deleted it, with the ancestors that ours has for it: something that
 * stays needs a place. Returns the pages brought back.
 */
export async function revive(sides: Sides, survival: Survival, page: string): Promise<string[]> {
  const revived: string[] = [];
  for (let id = page; id !== rootPage && survival.gone.has(id); ) {
    const versions = await sides.versions(id);
    if (!versions.ours) break;
    survival.gone.delete(id);
    survival.kept.add(id);
    survival.conflicts.push(deletion(id, versions, 'theirs'));
    revived.push(id);
    id = versions.ours.parent;
  }
  return revived;
}
