import { type MapDiff, type NodeReader, diffMaps } from '../merkle/merkle-map.js';
import { type PageRecord, getPage, rootPage } from '../pages/page-record.js';

/** The page maps of three revisions. `ours` is the change request's side, `theirs` main's. */
export interface MergeRoots {
  base: string;
  ours: string;
  theirs: string;
}

/** A page as each of the three revisions has it; undefined where it does not exist. */
export interface Versions {
  base: PageRecord | undefined;
  ours: PageRecord | undefined;
  theirs: PageRecord | undefined;
}

/** The pages that either side changed, and any other page on demand. */
export interface Sides {
  changed: ReadonlySet<string>;
  oursChanged: boolean;
  theirsChanged: boolean;
  versions(id: string): Promise<Versions>;
}

/** Compares both sides with their base. Costs what differs; unchanged pages are read only when asked for. */
export async function compareSides(reader: NodeReader, roots: MergeRoots): Promise<Sides> {
  const [ours, theirs] = await Promise.all([
    diffMaps<PageRecord>(reader, roots.base, roots.ours),
    diffMaps<PageRecord>(reader, roots.base, roots.theirs),
  ]);
  const known = new Map<string, Versions>();
  for (const id of new Set([...ours.keys(), ...theirs.keys()])) known.set(id, versionsOf(id, ours, theirs));
  return {
    changed: new Set(known.keys()),
    oursChanged: ours.size > 0,
    theirsChanged: theirs.size > 0,
    async versions(id) {
      let versions = known.get(id);
      if (!versions) {
        const base = await getPage(reader, roots.base, id);
        versions = { base, ours: base, theirs: base };
        if (id === rootPage) known.set(id, versions);
      }
      return versions;
    },
  };
}

function versionsOf(id: string, ours: MapDiff<PageRecord>, theirs: MapDiff<PageRecord>): Versions {
  const inOurs = ours.get(id);
  const inTheirs = theirs.get(id);
  const base = inOurs ? inOurs.before : inTheirs?.before;
  return { base, ours: inOurs ? inOurs.after : base, theirs: inTheirs ? inTheirs.after : base };
}
