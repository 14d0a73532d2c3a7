import { rootPage } from '../pages/page-record.js';
import type { Conflict } from './conflict.js';
import type { Sides } from './sides.js';
import { type Survival, revive } from './survival.js';

/** Where every surviving changed page stands. */
export interface Placement {
  parents: Map<string, string>;
  conflicts: Conflict[];
}

/**
 * Decides about parents: the side that moved a page wins; two different moves, and moves that would make a page its own
 * ancestor, are conflicts in which ours stays.
 */
export async function decidePlacement(sides: Sides, survival: Survival): Promise<Placement> {
  const parents = new Map<string, string>();
  const conflicts: Conflict[] = [];
  const moved = (page: string, base: string | undefined, ours: string, theirs: string) =>
    conflicts.push({ kind: 'moved', page, base: base || null, ours: ours || null, theirs: theirs || null });

  for (const id of sides.changed) {
    if (id === rootPage || survival.gone.has(id)) continue;
    const { base, ours, theirs } = await sides.versions(id);
    if (ours && theirs) {
      const both = ours.parent !== base?.parent && theirs.parent !== base?.parent && ours.parent !== theirs.parent;
      if (both) moved(id, base?.parent, ours.parent, theirs.parent);
      parents.set(id, both || theirs.parent === base?.parent ? ours.parent : theirs.parent);
    } else {
      parents.set(id, (ours ?? theirs)!.parent);
    }
  }

  const backToOurs = async (id: string) => {
    const { ours } = await sides.versions(id);
    parents.set(id, ours!.parent);
    for (const page of await revive(sides, survival, ours!.parent))
      parents.set(page, (await sides.versions(page)).ours!.parent);
  };
  for (const [id, parent] of Array.from(parents)) {
    if (survival.gone.has(parent)) await backToOurs(id);
  }
  for (let cycle = await findCycle(sides, parents); cycle; cycle = await findCycle(sides, parents)) {
    for (const id of cycle) {
      const { base, ours, theirs } = await sides.versions(id);
      if (!ours || ours.parent === parents.get(id)) continue;
      moved(id, base?.parent, ours.parent, theirs!.parent);
      await backToOurs(id);
    }
  }
  return { parents, conflicts };
}

/** Pages that are their own ancestors, if there are any. Climbs from placed pages only. */
async function findCycle(sides: Sides, parents: ReadonlyMap<string, string>): Promise<string[] | undefined> {
  const safe = new Set<string>([rootPage]);
  for (const start of [...parents.keys()].sort()) {
    const path: string[] = [];
    const onPath = new Set<string>();
    for (let id = start; !safe.has(id); ) {
      if (onPath.has(id)) return path.slice(path.indexOf(id)).sort();
      onPath.add(id);
      path.push(id);
      id = parents.get(id) ?? (await sides.versions(id)).base!.parent;
    }
    for (const id of path) safe.add(id);
  }
  return undefined;
}
