import { type Db, entityTag } from '@quire/runtime';
import { LRUCache } from 'lru-cache';
import type { Claims } from '../domain/condition.js';
import { treeOf, type Tree } from '../domain/tree.js';
import { conditionOf, visibleRows } from '../domain/visible-tree.js';
import { findSpecVersions } from '../tables/openapi-spec.js';
import { findPublishing, type PublishingRow } from '../tables/publishing.js';
import { findPublishedAt, type SiteAddress, type SiteRow } from '../tables/site.js';
import { findShownSpaces } from '../tables/site-space.js';
import type { SpaceFacts } from '../tables/space.js';
import { findTree, type TreeRows } from '../tables/tree.js';

/** All that a published site shows to a visitor, apart from its pages. */
export interface Snapshot {
  site: SiteRow;
  tree: Tree;
  /** By id: the spaces that can be seen. */
  spaces: ReadonlyMap<string, SpaceFacts>;
  publishing: PublishingRow;
  /** Of the OpenAPI specifications of the organization the latest versions, by slug. */
  specs: ReadonlyMap<string, string>;
  /** Differs when anything does that readers see. */
  stamp: string;
}

/** A published site before it is known who looks at it. */
export interface PublishedSite {
  site: SiteRow;
  publishing: PublishingRow;
  /** What a visitor of whom this is known sees of it: alike for all of whom the same conditions hold. */
  seenBy(claims: Claims): Snapshot;
}

const mostViews = 100;

/** The published site at an address; undefined also for one that shows nothing to anybody. */
export async function findPublishedSite(db: Db, address: SiteAddress): Promise<PublishedSite | undefined> {
  const site = await findPublishedAt(db, address);
  if (!site) return undefined;
  const [rows, publishing, specs] = await Promise.all([
    findTree(db, site.id),
    findPublishing(db, site.id),
    findSpecVersions(db, site.organization_id),
  ]);
  const ids = rows.siteSpaces.filter(({ shown }) => shown).map(({ space_id }) => space_id);
  const shown = await findShownSpaces(db, ids);
  // The site went between the two statements.
  if (!publishing || shown.size === 0) return undefined;
  const spaces = new Map([...shown].map(([id, { facts }]) => [id, facts]));
  return { site, publishing, seenBy: viewsOf({ site, rows, spaces, publishing, specs }) };
}

interface Facts {
  site: SiteRow;
  rows: TreeRows;
  spaces: ReadonlyMap<string, SpaceFacts>;
  publishing: PublishingRow;
  specs: ReadonlyMap<string, string>;
}

function viewsOf(facts: Facts): PublishedSite['seenBy'] {
  const { site, rows, spaces, publishing, specs } = facts;
  const seen = [...spaces].map(([id, { title, emoji, revision }]) => [id, title, emoji, revision]);
  const stamp = entityTag([site, rows, publishing, seen, [...specs]]);
  const expressions = [...rows.sections, ...rows.siteSpaces, ...(publishing.customization?.header.links ?? [])]
    .map(({ condition }) => condition)
    .filter((condition) => typeof condition === 'string');
  const conditions = [...new Set(expressions)].map((expression) => ({ expression, holds: conditionOf(expression) }));
  const views = new LRUCache<string, Snapshot>({ max: mostViews });
  return (claims) => {
    const holding = conditions.filter(({ holds }) => holds(claims)).map(({ expression }) => expression);
    const key = JSON.stringify(holding);
    const known = views.get(key);
    if (known) return known;
    const view = { ...viewUnder(new Set(holding), facts), stamp: `${stamp} ${key}` };
    views.set(key, view);
    return view;
  };
}

function viewUnder(
  holding: ReadonlySet<string>,
  { site, rows, spaces, publishing, specs }: Facts,
): Omit<Snapshot, 'stamp'> {
  const tree = treeOf(visibleRows(rows, (expression) => holding.has(expression)));
  const visible = tree.siteSpaces.flatMap(({ shown, space_id: id }): [string, SpaceFacts][] => {
    const facts = shown ? spaces.get(id) : undefined;
    return facts ? [[id, facts]] : [];
  });
  return { site, tree, specs, spaces: new Map(visible), publishing: publishingUnder(holding, publishing) };
}

function publishingUnder(holding: ReadonlySet<string>, publishing: PublishingRow): PublishingRow {
  const { customization } = publishing;
  if (!customization) return publishing;
  const links = customization.header.links.filter(({ condition }) => condition === undefined || holding.has(condition));
  return { ...publishing, customization: { ...customization, header: { ...customization.header, links } } };
}
