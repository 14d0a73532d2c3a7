import type { Db } from '@quire/runtime';

/** The latest version of each specification of an organization that has one, by slug. */
export async function findSpecVersions(db: Db, organizationId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db('openapi_specs')
    .where({ organization_id: organizationId })
    .whereNotNull('version_id')
    // Of those that had one slug after another, the latest counts.
    .orderBy('id')
    .select<{ slug: string; version_id: string }[]>('slug', 'version_id');
  return new Map(rows.map(({ slug, version_id }) => [slug, version_id]));
}
