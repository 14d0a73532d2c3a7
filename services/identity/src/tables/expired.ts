import type { Tx } from '@quire/runtime';

/** Deletes at most `limit` rows that expired until then, and returns how many. Replicas share the work. */
export async function deleteExpired(
  tx: Tx,
  table: 'saml_requests' | 'saml_assertions' | 'api_tokens',
  { until, limit }: { until: Date; limit: number },
): Promise<number> {
  const { rowCount } = await tx.raw<{ rowCount: number }>(
    `DELETE FROM ${table} WHERE ctid = ANY (ARRAY(
       SELECT ctid FROM ${table} WHERE expires_at <= ? ORDER BY expires_at LIMIT ? FOR UPDATE SKIP LOCKED))`,
    [until, limit],
  );
  return rowCount;
}
