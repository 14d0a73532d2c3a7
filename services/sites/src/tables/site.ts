import type { Site } from '@quire/contract';
import { conflict, type Db, type Tx } from '@quire/runtime';

export interface SiteRow {
  id: string;
  organization_id: string;
  type: Site['type'];
  title: string;
  visibility: Site['visibility'];
  basename: string | null;
  adaptive_content: boolean;
  published: boolean;
  created_at: Date;
  version: number;
  /** Of the organization. */
  hostname: string | null;
  /** Of the site itself: its pages are at the root of it. */
  custom_hostname: string | null;
  /** How many spaces can be seen on it. */
  site_spaces: number;
}

export interface SiteKey {
  organizationId: string;
  siteId: string;
}

const select = `
  SELECT s.id, s.organization_id, s.type, s.title, s.visibility, s.basename, s.adaptive_content, s.published,
    s.created_at, s.version, s.custom_hostname, o.hostname,
    (SELECT count(*)::integer FROM site_spaces ss JOIN spaces sp ON sp.id = ss.space_id
     WHERE ss.site_id = s.id AND sp.state = 'present') AS site_spaces
  FROM sites s JOIN organizations o ON o.id = s.organization_id`;

export async function findSite(db: Db, { organizationId, siteId }: SiteKey): Promise<SiteRow | undefined> {
  const sql = `${select} WHERE s.organization_id = ? AND s.id = ?`;
  const { rows } = await db.raw<{ rows: SiteRow[] }>(sql, [organizationId, siteId]);
  return rows[0];
}

/** Those of the sites that exist. */
export async function findSitesById(db: Db, ids: readonly string[]): Promise<SiteRow[]> {
  const { rows } = await db.raw<{ rows: SiteRow[] }>(`${select} WHERE s.id = ANY (?)`, [[...ids]]);
  return rows;
}

/** By names or ids of organization and site, or by a host name of the site's own. */
export type SiteAddress = { owner: string; site: string } | { hostname: string };

/** The published site at an address. */
export const findPublishedAt = (db: Db, address: SiteAddress): Promise<SiteRow | undefined> =>
  'hostname' in address ? findSiteWithHostname(db, address.hostname) : findSiteAt(db, address);

/** Names that are ids come first, so that nobody's name hides another's site. */
async function findSiteAt(db: Db, { owner, site }: { owner: string; site: string }): Promise<SiteRow | undefined> {
  const { rows } = await db.raw<{ rows: SiteRow[] }>(
    `${select} WHERE (o.id = :owner OR o.hostname = :owner) AND (s.id = :site OR s.basename = :site) AND s.published
     ORDER BY o.id = :owner DESC, s.id = :site DESC LIMIT 1`,
    { owner, site },
  );
  return rows[0];
}

async function findSiteWithHostname(db: Db, hostname: string): Promise<SiteRow | undefined> {
  const sql = `${select} WHERE s.custom_hostname = ? AND s.published`;
  const { rows } = await db.raw<{ rows: SiteRow[] }>(sql, [hostname]);
  return rows[0];
}

/** Whether a site, published or not, has the host name. */
export async function isHostnameOfSite(db: Db, hostname: string): Promise<boolean> {
  return (await db('sites').where({ custom_hostname: hostname }).first('id')) !== undefined;
}

export async function listHostnames(db: Db): Promise<string[]> {
  return db('sites').whereNotNull('custom_hostname').pluck('custom_hostname');
}

/** Reads a site and keeps others from changing it, and what is on it, until the transaction ends. */
export async function lockSite(tx: Tx, key: SiteKey): Promise<SiteRow | undefined> {
  // Locked first: a count in the same statement would be that of the moment before the wait.
  await tx('sites').where({ organization_id: key.organizationId, id: key.siteId }).forNoKeyUpdate().first('id');
  return findSite(tx, key);
}

/** The sites that carry a space, in the order in which they are to be locked. */
export async function findSitesWithSpace(db: Db, spaceId: string): Promise<SiteKey[]> {
  return db('site_spaces as ss')
    .join('sites as s', 's.id', 'ss.site_id')
    .where('ss.space_id', spaceId)
    .orderBy('s.id')
    .select({ organizationId: 's.organization_id', siteId: 's.id' });
}

/** The sites of an organization, in the order in which they are to be locked. */
export async function listSiteIds(db: Db, organizationId: string): Promise<string[]> {
  return db('sites').where({ organization_id: organizationId }).orderBy('id').pluck('id');
}

export interface SiteFilter {
  organizationId: string;
  /** Only these, where the caller may not see all. */
  ids?: readonly string[] | undefined;
  /** Only sites that carry this space. */
  space?: string | undefined;
  /** Part of the title, in any case. */
  title?: string | undefined;
  published?: boolean | undefined;
  type?: readonly Site['type'][] | undefined;
}

export async function listSites(
  db: Db,
  filter: SiteFilter,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<SiteRow[]> {
  const { where, bindings } = conditions(filter);
  const sql = `${select} WHERE ${where} AND s.id > ? ORDER BY s.id LIMIT ?`;
  const { rows } = await db.raw<{ rows: SiteRow[] }>(sql, [...bindings, after, limit]);
  return rows;
}

export async function countSites(db: Db, filter: SiteFilter): Promise<number> {
  const { where, bindings } = conditions(filter);
  const sql = `SELECT count(*)::integer AS count FROM sites s WHERE ${where}`;
  const { rows } = await db.raw<{ rows: { count: number }[] }>(sql, bindings);
  return rows[0]!.count;
}

type Binding = string | boolean | string[];

function conditions({ organizationId, ids, space, title, published, type }: SiteFilter) {
  const parts: [sql: string, binding: Binding][] = [['s.organization_id = ?', organizationId]];
  if (ids !== undefined) parts.push(['s.id = ANY (?)', [...ids]]);
  if (space !== undefined) {
    const carries = `SELECT 1 FROM site_spaces ss JOIN spaces sp ON sp.id = ss.space_id
      WHERE ss.site_id = s.id AND sp.state = 'present' AND ss.space_id = ?`;
    parts.push([`EXISTS (${carries})`, space]);
  }
  if (title !== undefined) parts.push(['strpos(lower(s.title), lower(?)) > 0', title]);
  if (published !== undefined) parts.push(['s.published = ?', published]);
  if (type !== undefined) parts.push(['s.type = ANY (?)', [...type]]);
  return { where: parts.map(([sql]) => sql).join(' AND '), bindings: parts.map(([, binding]) => binding) };
}

export type NewSite = Pick<SiteRow, 'id' | 'organization_id' | 'type' | 'title' | 'visibility' | 'created_at'>;

export async function insertSite(tx: Tx, site: NewSite): Promise<void> {
  await tx('sites').insert(site);
}

export type SiteChanges = Partial<
  Pick<SiteRow, 'title' | 'visibility' | 'basename' | 'custom_hostname' | 'adaptive_content' | 'published'>
>;

export async function updateSite(tx: Tx, id: string, changes: SiteChanges): Promise<void> {
  await tx('sites').where({ id }).update(changes).catch(refuseTakenName);
}

/** Counts the version up, as often as something is told about a site. */
export async function countUpSite(tx: Tx, id: string): Promise<void> {
  await tx('sites')
    .where({ id })
    .update({ version: tx.raw('version + 1') });
}

/** What readers meet first on a site: a section, or, on a site without sections, a space. */
export interface SiteDefaults {
  default_section_id?: string | null;
  default_site_space_id?: string | null;
}

export async function updateDefaults(tx: Tx, id: string, defaults: SiteDefaults): Promise<void> {
  await tx('sites').where({ id }).update(defaults);
}

export async function deleteSite(tx: Tx, id: string): Promise<void> {
  await tx('sites').where({ id }).delete();
}

function refuseTakenName(error: unknown): never {
  switch ((error as { constraint?: string }).constraint) {
    case 'sites_basename':
      throw conflict('Another site of the organization has this basename; choose a different one.');
    case 'sites_custom_hostname':
      throw conflict('Another site has this host name; choose a different one.');
    default:
      throw error;
  }
}
