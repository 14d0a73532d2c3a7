import type { Principal, Tx } from '@quire/runtime';
import { type Leveled, subjectsOf } from '../policies/level.js';
import { granted } from './permission.js';

/** Something in a collection, and what decides about the caller's access to it. */
export interface Below extends Leveled {
  id: string;
}

/** A collection and all collections in it, however deep; each before those that it holds. */
export async function findCollectionsBelow(tx: Tx, id: string, principal: Principal): Promise<Below[]> {
  const { rows } = await tx.raw<{ rows: Below[] }>(
    `SELECT c.id, c.organization_id, c.resolved_level, ${granted('c.lineage')} AS granted
     FROM collections c WHERE c.lineage @> ARRAY[?::text] ORDER BY cardinality(c.lineage), c.id`,
    [subjectsOf(principal), id],
  );
  return rows;
}

/** The spaces in these collections, those in the trash too, locked until the transaction ends. */
export async function lockSpacesBelow(
  tx: Tx,
  id: string,
  principal: Principal,
): Promise<(Below & { deleted_at: Date | null })[]> {
  const { rows } = await tx.raw<{ rows: (Below & { deleted_at: Date | null })[] }>(
    `SELECT s.id, s.organization_id, s.deleted_at,
       CASE WHEN s.default_level = 'inherit' THEN c.resolved_level ELSE s.default_level END AS resolved_level,
       ${granted('array_append(c.lineage, s.id)')} AS granted
     FROM spaces s JOIN collections c ON c.id = s.parent_id
     WHERE c.lineage @> ARRAY[?::text] ORDER BY s.id FOR UPDATE OF s`,
    [subjectsOf(principal), id],
  );
  return rows;
}
