import type { Db, Tx } from '@quire/runtime';

/** What the first boot made; there is one row or none. */
export interface FirstBootRow {
  administrator_id: string;
  /** Of the administrator's first token, also when it was revoked. */
  token_hash: string;
}

export async function findFirstBoot(db: Db): Promise<FirstBootRow | undefined> {
  return db<FirstBootRow>('first_boot').first('administrator_id', 'token_hash');
}

export async function insertFirstBoot(tx: Tx, row: FirstBootRow): Promise<void> {
  await tx('first_boot').insert(row);
}

export async function updateFirstToken(tx: Tx, tokenHash: string): Promise<void> {
  await tx('first_boot').update({ token_hash: tokenHash });
}
