import type { LinkStatus } from '@quire/contract';
import type { Db, Tx } from '@quire/runtime';
import type { OutgoingLink, TargetKind } from '../domain/links/outgoing-links.js';

/** The links of one key, and the anchors of its document if it has one. */
export interface LinkSet {
  key: string;
  links: readonly OutgoingLink[];
  anchors: readonly { document: string; anchor_hash: string }[];
}

/** Of the given keys those whose links are known. */
export async function knownLinkSets(db: Db, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await db.raw<{ rows: { key: string }[] }>('SELECT key FROM link_sets WHERE key = ANY (?)', [
    [...keys],
  ]);
  return new Set(rows.map((row) => row.key));
}

/** Stores links in the order in which they are given; what exists already is left alone. */
export async function insertLinkSets(tx: Tx, sets: readonly LinkSet[]): Promise<void> {
  await tx.raw('INSERT INTO link_sets (key) SELECT * FROM unnest(?::text[]) ON CONFLICT DO NOTHING', [
    sets.map(({ key }) => key),
  ]);
  const rows = sets.flatMap(({ key, links }) => links.map((link) => ({ key, ...link })));
  if (rows.length > 0) {
    const column = <Name extends keyof (typeof rows)[0]>(name: Name) => rows.map((row) => row[name]);
    await tx.raw(
      `INSERT INTO links (key, target, depends_on, kind, origin, space_id, target_id, anchor, anchor_hash, destination)
       SELECT * FROM unnest(:keys::text[], :targets::text[], :depends::boolean[], :kinds::text[], :origins::text[],
                            :spaces::text[], :ids::text[], :anchors::text[], :hashes::text[], :destinations::text[])
       ON CONFLICT DO NOTHING`,
      {
        keys: column('key'),
        targets: column('target'),
        depends: column('depends_on'),
        kinds: column('kind'),
        origins: column('origin'),
        spaces: column('space_id'),
        ids: column('target_id'),
        anchors: column('anchor'),
        hashes: column('anchor_hash'),
        destinations: column('destination'),
      },
    );
  }
  const anchors = sets.flatMap((set) => set.anchors);
  if (anchors.length > 0) {
    await tx.raw(
      `INSERT INTO document_anchors (document, anchor_hash) SELECT * FROM unnest(?::text[], ?::text[])
       ON CONFLICT DO NOTHING`,
      [anchors.map(({ document }) => document), anchors.map(({ anchor_hash }) => anchor_hash)],
    );
  }
}

/** The pages of one revision: which of the kept links each has, and the document that its anchors are in. */
export interface LinkedPages {
  ids: readonly string[];
  keys: readonly (string | null)[];
  documents: readonly (string | null)[];
}

/** Pages or files of other spaces, or spaces, that links lead to. */
export interface ForeignTarget {
  space_id: string;
  kind: 'page' | 'file' | 'space';
  target_id: string | null;
}

/** What the links of the given keys name in other spaces, each once. */
export async function findForeignTargets(
  db: Db,
  keys: readonly (string | null)[],
  spaceId: string,
): Promise<ForeignTarget[]> {
  const { rows } = await db.raw<{ rows: ForeignTarget[] }>(
    `SELECT DISTINCT l.space_id, l.kind, l.target_id FROM unnest(:keys::text[]) AS p (key) JOIN links l ON l.key = p.key
     WHERE l.space_id IS NOT NULL AND (l.space_id <> :spaceId OR l.kind = 'space')`,
    { keys: [...keys], spaceId },
  );
  return rows;
}

/** What there is for links to lead to. */
export interface LinkTargets {
  spaceId: string;
  pages: LinkedPages;
  /** Ids of the files of the same revision. */
  files: readonly string[];
  /** What exists of the foreign targets and the caller may see; `document` is that of a page. */
  foreign: readonly (ForeignTarget & { document: string | null })[];
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

/** Every target of every page of a revision with its status, as the relation `name`. */
const usages = (name: string) => `${name}_pages AS MATERIALIZED (
    SELECT page_id COLLATE "C" AS page_id, key, document
    FROM unnest(:${name}_ids::text[], :${name}_keys::text[], :${name}_documents::text[]) AS p (page_id, key, document)
  ), ${name}_targets AS (
    SELECT :spaceId::text AS space_id, 'page' AS kind, page_id AS id, document FROM ${name}_pages
    UNION ALL SELECT :spaceId, 'file', id, NULL FROM unnest(:${name}_files::text[]) AS f (id)
    UNION ALL SELECT * FROM unnest(:${name}_foreign_spaces::text[], :${name}_foreign_kinds::text[], :${name}_foreign_ids::text[],
                                   :${name}_foreign_documents::text[])
  ), ${name} AS MATERIALIZED (
    SELECT CASE WHEN l.kind = 'page' AND l.target_id IS NULL THEN l.target || p.page_id ELSE l.target END AS target, p.page_id,
      CASE WHEN l.kind = 'url' OR l.origin NOT IN ('', :publicUrl) THEN 'ok'
           WHEN l.kind = 'app' THEN 'in-app'
           WHEN t.id IS NULL OR l.anchor_hash IS NOT NULL AND a.document IS NULL THEN 'broken'
           WHEN l.origin IS NOT NULL THEN 'in-app' ELSE 'ok' END AS status,
      p.key, l.target AS written
    FROM ${name}_pages p JOIN links l ON l.key = p.key
    LEFT JOIN ${name}_targets t ON t.kind = l.kind AND t.space_id = coalesce(l.space_id, :spaceId)
      AND t.id = CASE WHEN l.kind = 'space' THEN '' ELSE coalesce(l.target_id, p.page_id) END
    LEFT JOIN document_anchors a ON a.document = t.document AND a.anchor_hash = l.anchor_hash
    WHERE :pageId::text IS NULL OR p.page_id = :pageId
  )`;

const bindingsOf = (name: string, { pages, files, foreign }: LinkTargets) => ({
  [`${name}_ids`]: [...pages.ids],
  [`${name}_keys`]: [...pages.keys],
  [`${name}_documents`]: [...pages.documents],
  [`${name}_files`]: [...files],
  [`${name}_foreign_spaces`]: foreign.map(({ space_id }) => space_id),
  [`${name}_foreign_kinds`]: foreign.map(({ kind }) => kind),
  [`${name}_foreign_ids`]: foreign.map(({ target_id }) => target_id ?? ''),
  [`${name}_foreign_documents`]: foreign.map(({ document }) => document),
});

const brokenOnMain = `EXISTS (
  SELECT FROM main m WHERE m.target = h.target AND m.page_id = h.page_id AND m.status = 'broken')`;

/**
 * Links ordered by target, then by page: `limit` rows after the cursor; and how many targets there are in all. Costs one
 * pass over all links of the revision, whatever page of the list is asked for.
 */
export async function listLinks(
  db: Db,
  { targets, main, ...query }: LinkQuery,
): Promise<{ rows: LinkRow[]; stats: LinkStats }> {
  const here = main ? `h.status = 'broken' AND NOT ${brokenOnMain}` : 'false';
  const filter = {
    'change-request': 'u.broken_here',
    space: `u.status = 'broken' AND NOT u.broken_here`,
    any: ':status::text IS NULL OR u.status = :status',
  }[query.brokenContext ?? 'any'];
  const { rows } = await db.raw<{ rows: (LinkStats & { rows: LinkRow[] | null })[] }>(
    `WITH ${usages('here')}, ${main ? `${usages('main')},` : ''} u AS MATERIALIZED (
       SELECT h.*, ${here} AS broken_here FROM here h
     ), by_target AS (
       SELECT bool_or(status = 'broken') AS broken, bool_or(broken_here) AS broken_here,
              ceil(count(*) FILTER (WHERE ${filter}) / :placesPerItem::numeric)::int AS items
       FROM u GROUP BY target
     ), page AS (
       SELECT * FROM u WHERE (${filter}) AND (target, page_id) > (:afterTarget, :afterPage)
       ORDER BY target, page_id LIMIT :limit
     )
     SELECT count(*)::int AS total, count(*) FILTER (WHERE broken)::int AS broken,
            count(*) FILTER (WHERE broken_here)::int AS broken_here, coalesce(sum(items), 0)::int AS count,
            (SELECT jsonb_agg(jsonb_build_object(
               'target', page.target, 'page_id', page.page_id, 'status', page.status, 'depends_on', l.depends_on,
               'kind', CASE WHEN l.origin NOT IN ('', :publicUrl) THEN 'url' ELSE l.kind END, 'space_id', l.space_id, 'target_id', l.target_id, 'anchor', l.anchor, 'destination', l.destination
             ) ORDER BY page.target, page.page_id)
             FROM page JOIN links l ON l.key = page.key AND l.target = page.written) AS rows
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
  { spaceId, pages, target, after, limit }: BacklinkQuery,
): Promise<{ ids: string[]; count: number }> {
  const { rows } = await db.raw<{ rows: { ids: string[] | null; count: number }[] }>(
    `WITH pages AS MATERIALIZED (
       SELECT DISTINCT p.page_id FROM links l JOIN unnest(:ids::text[], :keys::text[]) AS p (page_id, key) ON p.key = l.key
       WHERE l.target_id = :id AND l.kind = :kind AND coalesce(l.space_id, :spaceId) = :spaceId AND NOT (l.kind = 'page' AND p.page_id = :id)
     )
     SELECT count(*)::int, (SELECT array_agg(page_id ORDER BY page_id) FROM (
       SELECT page_id FROM pages WHERE page_id COLLATE "C" > :after ORDER BY page_id COLLATE "C" LIMIT :limit
     ) AS page) AS ids FROM pages`,
    { ids: [...pages.ids], keys: [...pages.keys], ...target, spaceId, after: after ?? '', limit: limit + 1 },
  );
  return { ids: rows[0]?.ids ?? [], count: rows[0]?.count ?? 0 };
}
