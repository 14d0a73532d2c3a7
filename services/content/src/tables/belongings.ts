import type { Tx } from '@quire/runtime';

/** Gives a space what another one has: what search finds it by, permissions, and values of custom fields. */
export async function copyBelongings(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  const ids = { from, to };
  await tx.raw(
    `INSERT INTO main_pages (space_id, page_id, page_key) SELECT :to, page_id, page_key FROM main_pages WHERE space_id = :from`,
    ids,
  );
  await tx.raw(
    `INSERT INTO permissions (organization_id, space_id, subject_id, kind, level)
     SELECT organization_id, :to, subject_id, kind, level FROM permissions WHERE space_id = :from`,
    ids,
  );
  await tx.raw(
    `INSERT INTO custom_field_values (space_id, field_id, value)
     SELECT :to, field_id, value FROM custom_field_values WHERE space_id = :from`,
    ids,
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
