import type { GroupRow, SectionRow, SiteSpaceRow, TreeRows } from '../tables/tree.js';

/** A space on a site. `rank` sorts all of a site's in the order in which readers meet them. */
export interface TreeSiteSpace extends SiteSpaceRow {
  rank: string;
  /** The one that readers meet first; exactly one of those that are shown is. */
  isDefault: boolean;
}

export interface TreeSection extends SectionRow {
  rank: string;
  /** Exactly one section of a site is. */
  isDefault: boolean;
  siteSpaces: TreeSiteSpace[];
  /** The space that readers meet first in it; undefined when none is shown. */
  lead: TreeSiteSpace | undefined;
}

export interface TreeGroup extends GroupRow {
  rank: string;
  sections: TreeSection[];
}

/** What stands on a site, in its order. Either there are sections and every space is in one, or there are none. */
export interface Tree {
  groups: TreeGroup[];
  /** All of them, in groups or not. */
  sections: TreeSection[];
  siteSpaces: TreeSiteSpace[];
  /** The space at the root of the site; undefined when none is shown. */
  lead: TreeSiteSpace | undefined;
}

/** Puts the rows of a site in order and finds its defaults: while a chosen one cannot be seen, the first that can. */
export function treeOf(rows: TreeRows): Tree {
  const groupKeys = new Map(rows.groups.map((group) => [group.id, group.order_key]));
  const sections = rows.sections
    .map((row): TreeSection => {
      const rank = rankOf(row.group_id === null ? undefined : groupKeys.get(row.group_id), row.order_key);
      return { ...row, rank, isDefault: false, siteSpaces: [], lead: undefined };
    })
    .sort(byRank);
  const byId = new Map(sections.map((section) => [section.id, section]));
  const siteSpaces = rows.siteSpaces
    .map((row): TreeSiteSpace => {
      const section = row.section_id === null ? undefined : byId.get(row.section_id);
      return { ...row, rank: rankOf(section?.rank, row.order_key), isDefault: false };
    })
    .sort(byRank);
  for (const siteSpace of siteSpaces) {
    if (siteSpace.section_id !== null) byId.get(siteSpace.section_id)?.siteSpaces.push(siteSpace);
  }
  for (const section of sections) section.lead = leadOf(section.siteSpaces, section.default_site_space_id);

  const chosen = sections.find(({ id }) => id === rows.default_section_id);
  const main = chosen?.lead ? chosen : (sections.find(({ lead }) => lead) ?? chosen ?? sections[0]);
  if (main) main.isDefault = true;
  const lead = main ? main.lead : leadOf(siteSpaces, rows.default_site_space_id);
  if (lead) lead.isDefault = true;

  const groups = rows.groups
    .map(
      (row): TreeGroup => ({
        ...row,
        rank: row.order_key,
        sections: sections.filter(({ group_id }) => group_id === row.id),
      }),
    )
    .sort(byRank);
  return { groups, sections, siteSpaces, lead };
}

/** Groups and sections outside of groups: they stand side by side. */
export function topOf({ groups, sections }: Tree): (TreeGroup | TreeSection)[] {
  const loose = sections.filter(({ group_id }) => group_id === null);
  return [...groups, ...loose].sort(byRank);
}

export const isGroup = (item: TreeGroup | TreeSection): item is TreeGroup => 'sections' in item;

/** The separator is below every digit of an order key. */
const rankOf = (parent: string | undefined, key: string) => (parent === undefined ? key : `${parent}.${key}`);

const byRank = ({ rank: one }: { rank: string }, { rank: other }: { rank: string }) =>
  one < other ? -1 : one > other ? 1 : 0;

const leadOf = (siteSpaces: readonly TreeSiteSpace[], chosenId: string | null) => {
  const shown = siteSpaces.filter((siteSpace) => siteSpace.shown);
  return shown.find(({ id }) => id === chosenId) ?? shown[0];
};
