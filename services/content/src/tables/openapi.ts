import type { Db, Tx } from '@quire/runtime';
import type { Outline } from '../openapi/outline.js';

export interface OpenApiSpecRow {
  id: string;
  organization_id: string;
  slug: string;
  version_id: string;
  sequence: number;
}

export interface OutlineRow {
  version_id: string;
  outline: Outline;
  created_at: Date;
}

/** What is known of the latest versions of specifications of an organization, by slug; those that are not known are missing. */
export async function findLatestVersions(
  db: Db,
  organizationId: string,
  slugs: readonly string[],
): Promise<ReadonlyMap<string, { version_id: string; outline: OutlineRow | undefined }>> {
  const { rows } = await db.raw<{
    rows: { slug: string; version_id: string; outline: Outline | null; created_at: Date }[];
  }>(
    `SELECT DISTINCT ON (s.slug) s.slug, s.version_id, o.outline, o.created_at
     FROM openapi_specs s LEFT JOIN openapi_outlines o ON o.version_id = s.version_id
     WHERE s.organization_id = ? AND s.slug = ANY (?) ORDER BY s.slug, s.id DESC`,
    [organizationId, [...slugs]],
  );
  return new Map(
    rows.map(({ slug, version_id, outline, created_at }) => [
      slug,
      { version_id, outline: outline ? { version_id, outline, created_at } : undefined },
    ]),
  );
}

/** The same, and no newer version becomes known before the transaction ends: who depends on one is told of the next. */
export async function lockLatestVersions(tx: Tx, organizationId: string, slugs: readonly string[]) {
  await tx.raw('SELECT FROM openapi_specs WHERE organization_id = ? AND slug = ANY (?) ORDER BY id FOR SHARE', [
    organizationId,
    [...slugs],
  ]);
  return findLatestVersions(tx, organizationId, slugs);
}

/** Notes what another service said when it was asked; what an event said is newer. */
export async function insertOpenApiSpec(db: Db, row: Omit<OpenApiSpecRow, 'sequence'>): Promise<void> {
  await db('openapi_specs')
    .insert({ ...row, sequence: 0 })
    .onConflict('id')
    .ignore();
}

export async function insertOutline(db: Db, { version_id, outline, created_at }: OutlineRow): Promise<void> {
  const row = { version_id, outline: JSON.stringify(outline), created_at };
  await db('openapi_outlines').insert(row).onConflict('version_id').ignore();
}

/** Notes what the main content of a space depends on; `due` are those of it that are not known. */
export async function setComputedSpace(
  tx: Tx,
  spaceId: string,
  { slugs, due }: { slugs: readonly string[]; due: readonly string[] },
): Promise<void> {
  await tx.raw('DELETE FROM computed_spaces WHERE space_id = ? AND slug <> ALL (?)', [spaceId, [...slugs]]);
  await tx.raw(
    `INSERT INTO computed_spaces (space_id, slug, due) SELECT :spaceId, slug, slug = ANY (:due) FROM unnest(:slugs::text[]) slug
     ON CONFLICT (space_id, slug) DO UPDATE SET due = excluded.due`,
    { spaceId, slugs: [...slugs], due: [...due] },
  );
}

/** Calls for new pages in all spaces of an organization that depend on a specification. */
export async function markDue(tx: Tx, organizationId: string, slug: string): Promise<void> {
  await tx.raw(
    `UPDATE computed_spaces c SET due = true FROM spaces s
     WHERE s.id = c.space_id AND s.organization_id = ? AND c.slug = ? AND NOT c.due`,
    [organizationId, slug],
  );
}

/** Spaces whose pages may have to be made anew, after one of them. */
export async function findDueSpaces(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<{ space_id: string; organization_id: string; slugs: string[] }[]> {
  const { rows } = await db.raw<{ rows: { space_id: string; organization_id: string; slugs: string[] }[] }>(
    `SELECT c.space_id, s.organization_id, array_agg(c.slug) AS slugs
     FROM computed_spaces c JOIN spaces s ON s.id = c.space_id
     WHERE c.due AND c.space_id > ? AND s.deleted_at IS NULL GROUP BY c.space_id, s.organization_id
     ORDER BY c.space_id LIMIT ?`,
    [after, limit],
  );
  return rows;
}

export async function clearDue(tx: Tx, spaceId: string, slugs: readonly string[]): Promise<void> {
  await tx('computed_spaces').where({ space_id: spaceId }).whereIn('slug', slugs).update({ due: false });
}
