import { conflict, type Db, type Tx } from '@quire/runtime';

export interface RedirectRow {
  id: string;
  source: string;
  section_id: string | null;
  site_space_id: string | null;
  page_id: string | null;
}

const columns = ['id', 'source', 'section_id', 'site_space_id', 'page_id'] as const;

export async function findRedirect(db: Db, siteId: string, id: string): Promise<RedirectRow | undefined> {
  return db('redirects')
    .where({ site_id: siteId, id })
    .first(...columns);
}

export async function findRedirectFrom(db: Db, siteId: string, source: string): Promise<RedirectRow | undefined> {
  return db('redirects')
    .where({ site_id: siteId, source })
    .first(...columns);
}

export interface RedirectFilter {
  siteId: string;
  /** Part of the source, in any case. */
  search?: string | undefined;
}

export async function listRedirects(
  db: Db,
  { siteId, search }: RedirectFilter,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<RedirectRow[]> {
  return db('redirects')
    .where({ site_id: siteId })
    .where('id', '>', after)
    .whereRaw(...containing(search))
    .orderBy('id')
    .limit(limit)
    .select(...columns);
}

export async function countRedirects(db: Db, { siteId, search }: RedirectFilter): Promise<number> {
  const [row] = await db('redirects')
    .where({ site_id: siteId })
    .whereRaw(...containing(search))
    .count<{ count: string }[]>();
  return Number(row!.count);
}

const containing = (search = ''): [sql: string, bindings: string[]] => [
  'strpos(lower(source), lower(?)) > 0',
  [search],
];

export async function insertRedirect(tx: Tx, row: RedirectRow & { site_id: string; created_at: Date }): Promise<void> {
  await tx('redirects').insert(row).catch(refuseTakenSource);
}

export async function updateRedirect(tx: Tx, { id, ...changes }: RedirectRow): Promise<void> {
  await tx('redirects').where({ id }).update(changes).catch(refuseTakenSource);
}

export async function deleteRedirect(tx: Tx, id: string): Promise<void> {
  await tx('redirects').where({ id }).delete();
}

function refuseTakenSource(error: unknown): never {
  if ((error as { constraint?: string }).constraint !== 'redirects_source') throw error;
  throw conflict('This path leads somewhere already; change that redirect instead.');
}
