import type { Tx } from '@quire/runtime';

/** Gives a space what another one has: what search finds it by, permissions, and values of custom fields. */
export async function copyBelongings(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  const ids = { from, to };
  await tx.raw(
    `INSERT INTO main_pages (space_id, page_id, page_key) SELECT :to, page_id, page_key FROM main_pages WHERE space_id = :from`,
    ids,
  );
  await tx.raw(
    `INSERT INTO computed_spaces (space_id, slug, due) SELECT :to, slug, due FROM computed_spaces WHERE space_id = :from`,
    ids,
  );
  await tx.raw(
    `INSERT INTO permissions (organization_id, space_id, subject_id, kind, level, granted_at)
     SELECT organization_id, :to, subject_id, kind, level, granted_at FROM permissions WHERE space_id = :from`,
    ids,
  );
  // Without the lock, a field that goes at this moment would be missed by the foreign key.
  await tx.raw(
    `INSERT INTO custom_field_values (space_id, field_id, value)
     SELECT :to, v.field_id, v.value FROM custom_field_values v JOIN custom_fields f ON f.id = v.field_id
     WHERE v.space_id = :from FOR KEY SHARE OF f`,
    ids,
  );
}

/** Grants on each space in the collections what reaches it from there and from the collections around, as its own. */
export async function keepInheritedPermissions(tx: Tx, collectionIds: readonly string[]): Promise<void> {
  await tx.raw(
    `INSERT INTO permissions (organization_id, space_id, subject_id, kind, level, granted_at)
     SELECT s.organization_id, s.id, p.subject_id, p.kind, max(p.level), max(p.granted_at)
     FROM spaces s JOIN collections c ON c.id = s.parent_id JOIN permissions p ON p.object_id = ANY (c.lineage)
     WHERE c.id = ANY (?) GROUP BY s.id, p.subject_id, p.kind
     ON CONFLICT (object_id, subject_id) DO UPDATE SET level = greatest(permissions.level, excluded.level)`,
    [[...collectionIds]],
  );
}

/**
 * Removes what collections and spaces have of their organization: permissions of its people, values of its custom fields.
 */
export async function deleteOwnedByOrganization(
  tx: Tx,
  { collections, spaces }: { collections: readonly string[]; spaces: readonly string[] },
): Promise<void> {
  await tx.raw('DELETE FROM permissions WHERE object_id = ANY (?)', [[...collections, ...spaces]]);
  await tx.raw('DELETE FROM custom_field_values WHERE space_id = ANY (?)', [[...spaces]]);
}
