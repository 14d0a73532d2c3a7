import type { Integration } from '@quire/contract';
import type { Db, Tx } from '@quire/runtime';
import { containing } from './like.js';

export interface IntegrationRow {
  name: string;
  organization_id: string;
  version: number;
  title: string;
  description: string | null;
  summary: string | null;
  visibility: Integration['visibility'];
  target: Integration['target'];
  scopes: Integration['scopes'];
  categories: Integration['categories'];
  blocks: Integration['blocks'] | null;
  content_sources: Integration['contentSources'] | null;
  configurations: Integration['configurations'] | null;
  content_security_policy: Integration['contentSecurityPolicy'] | null;
  external_links: Integration['externalLinks'];
  /** The name of an image. */
  icon: string | null;
  preview_images: string[];
  /** When the name was taken: whoever takes it after it was withdrawn is somebody else. */
  created_at: Date;
}

/** What a publisher says: everything but the version. */
export interface IntegrationWrite extends Omit<IntegrationRow, 'version' | 'created_at'> {
  block_domains: string[];
  now: Date;
}

const columns = [
  'name',
  'organization_id',
  'version',
  'title',
  'description',
  'summary',
  'visibility',
  'target',
  'scopes',
  'categories',
  'blocks',
  'content_sources',
  'configurations',
  'content_security_policy',
  'external_links',
  'icon',
  'preview_images',
  'created_at',
] as const;

export async function findIntegration(db: Db, name: string): Promise<IntegrationRow | undefined> {
  return db<IntegrationRow>('integrations')
    .where({ name })
    .first(...columns);
}

/** Reads an integration and keeps others from publishing or withdrawing it until the transaction ends. */
export async function shareIntegration(tx: Tx, name: string): Promise<IntegrationRow | undefined> {
  return tx<IntegrationRow>('integrations')
    .where({ name })
    .forShare()
    .first(...columns);
}

/** Reads an integration and keeps it for a change by this transaction alone. */
export async function lockIntegration(tx: Tx, name: string): Promise<IntegrationRow | undefined> {
  return tx<IntegrationRow>('integrations')
    .where({ name })
    .forUpdate()
    .first(...columns);
}

export async function findIntegrations(db: Db, names: readonly string[]): Promise<IntegrationRow[]> {
  return db<IntegrationRow>('integrations')
    .whereIn('name', names)
    .select(...columns);
}

/** Publishes an integration or its next version; undefined when the name is another organization's. */
export async function publishRow(tx: Tx, { now, ...row }: IntegrationWrite): Promise<IntegrationRow | undefined> {
  const json = (value: unknown) => (value == null ? null : JSON.stringify(value));
  const said = {
    ...row,
    blocks: json(row.blocks),
    content_sources: json(row.content_sources),
    configurations: json(row.configurations),
    content_security_policy: json(row.content_security_policy),
    external_links: json(row.external_links),
    has_blocks: (row.blocks?.length ?? 0) > 0,
    has_content_sources: (row.content_sources?.length ?? 0) > 0,
    updated_at: now,
  };
  const [written] = await tx('integrations')
    .insert({ ...said, created_at: now })
    .onConflict('name')
    .merge({ ...said, version: tx.raw('integrations.version + 1') })
    .where('integrations.organization_id', row.organization_id)
    .returning<IntegrationRow[]>([...columns]);
  return written;
}

/** Withdraws an integration with all that belongs to it. */
export async function deleteIntegration(tx: Tx, name: string): Promise<void> {
  await tx('integrations').where({ name }).delete();
}

export interface IntegrationFilter {
  /** Whose private integrations are found besides the public ones. */
  organizations: readonly string[];
  /** Only those of this organization: to its members, the unlisted ones too. */
  owner?: string | undefined;
  /** Part of name or title, in any case. */
  search?: string | undefined;
  category?: Integration['categories'][number] | undefined;
  /** A host whose addresses a block unfurls. */
  blockDomain?: string | undefined;
  blocks?: boolean | undefined;
  contentSources?: boolean | undefined;
}

/** The integrations that a filter finds, by name: at most `limit` after the one named `after`. */
export async function listIntegrations(
  db: Db,
  filter: IntegrationFilter,
  { after = '', limit }: { after?: string | undefined; limit: number },
): Promise<IntegrationRow[]> {
  return matching(db, filter)
    .where('name', '>', after)
    .orderBy('name')
    .limit(limit)
    .select<IntegrationRow[]>(...columns);
}

export async function countIntegrations(db: Db, filter: IntegrationFilter): Promise<number> {
  const [row] = await matching(db, filter).count<{ count: string }[]>();
  return Number(row!.count);
}

function matching(db: Db, filter: IntegrationFilter) {
  const { organizations, owner, search, category, blockDomain, blocks, contentSources } = filter;
  const mine = [...organizations];
  const query = db('integrations').where((seen) => {
    seen.where('visibility', 'public');
    if (owner !== undefined && mine.includes(owner)) seen.orWhere('organization_id', owner);
    else if (mine.length > 0) seen.orWhereRaw(`visibility = 'private' AND organization_id = ANY (?)`, [mine]);
  });
  if (owner !== undefined) query.where('organization_id', owner);
  if (search) query.whereRaw(`lower(name || ' ' || title) LIKE ?`, [containing(search)]);
  if (category !== undefined) query.whereRaw('categories @> ARRAY[?]::text[]', [category]);
  if (blockDomain !== undefined) query.whereRaw('block_domains && ?::text[]', [domainsFor(blockDomain)]);
  if (blocks !== undefined) query.where('has_blocks', blocks);
  if (contentSources !== undefined) query.where('has_content_sources', contentSources);
  return query;
}

/** The host itself, all below it, and the patterns that it falls under. */
function domainsFor(host: string): string[] {
  const labels = host.toLowerCase().split('.');
  return [labels.join('.'), ...labels.map((_, index) => `*.${labels.slice(index).join('.')}`)];
}
