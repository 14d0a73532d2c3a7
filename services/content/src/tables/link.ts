import type { LinkStatus } from '@quire/contract';
import type { Db, Tx } from '@quire/runtime';
import type { OutgoingLink, TargetKind } from '../domain/links/outgoing-links.js';

/** The links of a page, and hashes of the anchors in it. */
export interface LinkSet {
  key: string;
  links: readonly OutgoingLink[];
  anchors: readonly string[];
}

/** Of the given keys those whose links are known, with the ids of their sets. */
export async function knownLinkSets(db: Db, keys: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await db.raw<{ rows: { key: string; id: string }[] }>(
    'SELECT key, id FROM link_sets WHERE key = ANY (?)',
    [[...keys]],
  );
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/**
 * Stores links in the order of the sets; a set that exists already is left alone. Two transactions that store the same sets in
 * the same order wait for each other, but never both.
 */
export async function insertLinkSets(tx: Tx, sets: readonly LinkSet[]): Promise<void> {
  const { rows: inserted } = await tx.raw<{ rows: { key: string; id: string }[] }>(
    'INSERT INTO link_sets (key) SELECT * FROM unnest(?::text[]) ON CONFLICT DO NOTHING RETURNING key, id',
    [sets.map(({ key }) => key)],
  );
  const ids = new Map(inserted.map(({ key, id }) => [key, id]));
  const added = sets.flatMap((set) => (ids.has(set.key) ? [{ ...set, id: ids.get(set.key)! }] : []));
  const rows = added.flatMap(({ id, links }) => links.map((link) => ({ set_id: id, ...link })));
  const column = <Name extends keyof (typeof rows)[0]>(name: Name) => rows.map((row) => row[name]);
  await tx.raw(
    `WITH linked AS (
       INSERT INTO links (set_id, target, depends_on, kind, origin, space_id, target_id, anchor, anchor_hash, destination)
       SELECT * FROM unnest(:sets::bigint[], :targets::text[], :depends::boolean[], :kinds::text[], :origins::text[],
                            :spaces::text[], :ids::text[], :anchors::text[], :hashes::bigint[], :destinations::text[])
     )
     INSERT INTO anchors (set_id, hash) SELECT * FROM unnest(:anchorSets::bigint[], :anchorHashes::bigint[])`,
    {
      sets: column('set_id'),
      targets: column('target'),
      depends: column('depends_on'),
      kinds: column('kind'),
      origins: column('origin'),
      spaces: column('space_id'),
      ids: column('target_id'),
      anchors: column('anchor'),
      hashes: column('anchor_hash'),
      destinations: column('destination'),
      anchorSets: added.flatMap(({ id, anchors }) => anchors.map(() => id)),
      anchorHashes: added.flatMap(({ anchors }) => anchors),
    },
  );
}

/** Removes sets with all that is in them, by their keys. */
export async function deleteLinkSets(tx: Tx, keys: readonly string[]): Promise<void> {
  const { rows } = await tx.raw<{ rows: { id: string }[] }>('DELETE FROM link_sets WHERE key = ANY (?) RETURNING id', [
    [...keys],
  ]);
  const ids = rows.map(({ id }) => id);
  for (const table of ['links', 'anchors'])
    await tx.raw('DELETE FROM ?? WHERE set_id = ANY (?::bigint[])', [table, ids]);
}

/** The pages of one revision with their sets of links; null for a page without any. */
export interface LinkedPages {
  ids: readonly string[];
  sets: readonly (string | null)[];
}

/** A page, a file or all of another space that a link leads to. */
export interface ForeignTarget {
  space_id: string;
  kind: 'page' | 'file' | 'space';
  target_id: string | null;
}

/** What the links of a space's pages name in other spaces, each once; its own as a whole, too. */
export async function findForeignTargets(db: Db, { sets }: LinkedPages, spaceId: string): Promise<ForeignTarget[]> {
  const { rows } = await db.raw<{ rows: ForeignTarget[] }>(
    `SELECT DISTINCT space_id, kind, target_id FROM links
     WHERE set_id = ANY (:sets::bigint[]) AND space_id IS NOT NULL AND (space_id <> :spaceId OR kind = 'space')`,
    { sets: [...sets], spaceId },
  );
  return rows;
}

/** What there is for links to lead to. */
export interface LinkTargets {
  spaceId: string;
  pages: LinkedPages;
  /** Ids of the files of the same revision. */
  files: readonly string[];
  /** What exists of the foreign targets and the caller may see; `set` is that of a page. */
  foreign: readonly (ForeignTarget & { set: string | null })[];
  /** What addresses in the app begin with. */
  publicUrl: string;
}

/** One target of one page. */
export interface LinkRow extends Omit<OutgoingLink, 'kind' | 'anchor_hash' | 'origin'> {
  kind: TargetKind;
  /** The page with the link. */
  page_id: string;
  status: LinkStatus;
}

export interface LinkStats {
  total: number;
  broken: number;
  /** Broken in the change request and not on main. */
  broken_here: number;
  /** Items of the list, all pages together. */
  count: number;
}

export interface LinkQuery {
  targets: LinkTargets;
  /** Main, when `targets` are a change request's. */
  main?: LinkTargets | undefined;
  /** Only the links of this page. */
  pageId?: string | undefined;
  status?: LinkStatus | undefined;
  /** Only links that are broken: by the change request, or on main already. */
  brokenContext?: 'change-request' | 'space' | undefined;
  after?: { target: string; page: string } | undefined;
  /** Of rows. */
  limit: number;
  /** The most pages that one item of the list names. */
  placesPerItem: number;
}

const target = `CASE WHEN l.kind = 'page' AND l.target_id IS NULL THEN l.target || p.page_id ELSE l.target END`;

/**
 * Every target of every page of a revision with its status, as the relation `name`. The planner knows nothing about what a
 * parameter holds: one index scan per page, and targets that are known to be different, keep it from the worst.
 */
const usages = (name: string) => `${name}_pages AS MATERIALIZED (
    SELECT page_id COLLATE "C" AS page_id, set_id
    FROM unnest(:${name}_ids::text[], :${name}_sets::bigint[]) AS p (page_id, set_id)
  ), ${name} AS MATERIALIZED (
    SELECT ${target} AS target, p.page_id, p.set_id,
      CASE WHEN l.kind = 'url' OR l.origin NOT IN ('', :publicUrl) THEN 'ok'
           WHEN l.kind = 'app' THEN 'in-app'
           WHEN coalesce(own.page_id, file.id, there.kind) IS NULL THEN 'broken'
           WHEN l.anchor_hash IS NOT NULL AND (
             SELECT hash FROM anchors WHERE set_id = coalesce(own.set_id, there.set_id) AND hash = l.anchor_hash
           ) IS NULL THEN 'broken'
           WHEN l.origin IS NOT NULL THEN 'in-app' ELSE 'ok' END AS status
    FROM ${name}_pages p
    CROSS JOIN LATERAL (SELECT * FROM links WHERE set_id = p.set_id OFFSET 0) l
    LEFT JOIN (SELECT page_id, min(set_id) AS set_id FROM ${name}_pages GROUP BY page_id) own
      ON l.kind = 'page' AND coalesce(l.space_id, :spaceId) = :spaceId AND own.page_id = coalesce(l.target_id, p.page_id)
    LEFT JOIN (SELECT DISTINCT id FROM unnest(:${name}_files::text[]) AS f (id)) file
      ON l.kind = 'file' AND coalesce(l.space_id, :spaceId) = :spaceId AND file.id = l.target_id
    LEFT JOIN (SELECT space_id, kind, id, min(set_id) AS set_id
               FROM unnest(:${name}_foreign_spaces::text[], :${name}_foreign_kinds::text[], :${name}_foreign_ids::text[],
                           :${name}_foreign_sets::bigint[]) AS f (space_id, kind, id, set_id)
               GROUP BY space_id, kind, id) there
      ON there.space_id = l.space_id AND there.kind = l.kind AND there.id = coalesce(l.target_id, '')
    WHERE :pageId::text IS NULL OR p.page_id = :pageId
  )`;

const bindingsOf = (name: string, { pages, files, foreign }: LinkTargets) => ({
  [`${name}_ids`]: [...pages.ids],
  [`${name}_sets`]: [...pages.sets],
  [`${name}_files`]: [...files],
  [`${name}_foreign_spaces`]: foreign.map(({ space_id }) => space_id),
  [`${name}_foreign_kinds`]: foreign.map(({ kind }) => kind),
  [`${name}_foreign_ids`]: foreign.map(({ target_id }) => target_id ?? ''),
  [`${name}_foreign_sets`]: foreign.map(({ set }) => set),
});

/** The links of the change request, and whether each is broken there and not on main. */
const compared = `u AS MATERIALIZED (
    SELECT here.*, here.status = 'broken' AND m.page_id IS NULL AS broken_here
    FROM here LEFT JOIN (SELECT DISTINCT target, page_id FROM main WHERE status = 'broken') m USING (target, page_id)
  )`;

/**
 * Links ordered by target, then by page: `limit` rows after the cursor; and how many targets there are in all. Costs one
 * pass over all links of the revision, whatever page of the list is asked for.
 */
export async function listLinks(
  db: Db,
  { targets, main, ...query }: LinkQuery,
): Promise<{ rows: LinkRow[]; stats: LinkStats }> {
  const filter = {
    'change-request': 'u.broken_here',
    space: `u.status = 'broken' AND NOT u.broken_here`,
    any: ':status::text IS NULL OR u.status = :status',
  }[query.brokenContext ?? 'any'];
  const { rows } = await db.raw<{ rows: (LinkStats & { rows: LinkRow[] | null })[] }>(
    `WITH ${usages('here')}, ${main ? `${usages('main')}, ${compared}` : 'u AS NOT MATERIALIZED (SELECT here.*, false AS broken_here FROM here)'},
     by_target AS (
       SELECT bool_or(status = 'broken') AS broken, bool_or(broken_here) AS broken_here,
              ceil(count(*) FILTER (WHERE ${filter}) / :placesPerItem::numeric)::int AS items
       FROM u GROUP BY target
     ), page AS (
       SELECT target, page_id, set_id, status FROM u
       WHERE (${filter}) AND (target, page_id) > (:afterTarget, :afterPage) ORDER BY target, page_id LIMIT :limit
     )
     SELECT count(*)::int AS total, count(*) FILTER (WHERE broken)::int AS broken,
            count(*) FILTER (WHERE broken_here)::int AS broken_here, coalesce(sum(items), 0)::int AS count,
            (SELECT jsonb_agg(jsonb_build_object(
               'target', p.target, 'page_id', p.page_id, 'status', p.status, 'depends_on', l.depends_on,
               'kind', CASE WHEN l.origin NOT IN ('', :publicUrl) THEN 'url' ELSE l.kind END, 'space_id', l.space_id,
               'target_id', l.target_id, 'anchor', l.anchor, 'destination', l.destination
             ) ORDER BY p.target, p.page_id)
             FROM page p CROSS JOIN LATERAL (SELECT * FROM links l WHERE set_id = p.set_id AND p.target = ${target} OFFSET 0) l
            ) AS rows
     FROM by_target`,
    {
      ...bindingsOf('here', targets),
      ...(main ? bindingsOf('main', main) : {}),
      spaceId: targets.spaceId,
      publicUrl: targets.publicUrl,
      pageId: query.pageId ?? null,
      ...(query.brokenContext ? {} : { status: query.status ?? null }),
      afterTarget: query.after?.target ?? '',
      afterPage: query.after?.page ?? '',
      limit: query.limit,
      placesPerItem: query.placesPerItem,
    },
  );
  const { rows: links, ...stats } = rows[0]!;
  return { rows: links ?? [], stats };
}

export interface BacklinkQuery {
  spaceId: string;
  pages: LinkedPages;
  target: { kind: 'page' | 'file'; id: string };
  after: string | undefined;
  limit: number;
}

/** Ids of the other pages of a revision that lead to a page or file of it: `limit + 1` after the cursor, and how many in all. */
export async function listBacklinks(
  db: Db,
  { spaceId, pages, target: { kind, id }, after, limit }: BacklinkQuery,
): Promise<{ ids: string[]; count: number }> {
  const { rows } = await db.raw<{ rows: { ids: string[] | null; count: number }[] }>(
    `WITH pages AS MATERIALIZED (
       SELECT DISTINCT p.page_id COLLATE "C" AS page_id
       FROM unnest(:ids::text[], :sets::bigint[]) AS p (page_id, set_id)
       JOIN (SELECT DISTINCT set_id FROM links
             WHERE target_id = :id AND kind = :kind AND coalesce(space_id, :spaceId) = :spaceId) l USING (set_id)
       WHERE :kind <> 'page' OR p.page_id <> :id
     )
     SELECT count(*)::int, (SELECT array_agg(page_id ORDER BY page_id) FROM (
       SELECT page_id FROM pages WHERE page_id > :after ORDER BY page_id LIMIT :limit
     ) AS page) AS ids FROM pages`,
    { ids: [...pages.ids], sets: [...pages.sets], kind, id, spaceId, after: after ?? '', limit: limit + 1 },
  );
  return { ids: rows[0]?.ids ?? [], count: rows[0]?.count ?? 0 };
}
