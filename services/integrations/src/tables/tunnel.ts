import type { Db, Tx } from '@quire/runtime';

/** Where the events of an integration go while it is developed. */
export interface TunnelRow {
  integration: string;
  url: string;
  /** Also events of organizations that do not own the integration. */
  takes_all: boolean;
  updated_at: Date;
}

export async function findTunnel(db: Db, integration: string): Promise<TunnelRow | undefined> {
  return db<TunnelRow>('integration_tunnels')
    .where({ integration })
    .first('integration', 'url', 'takes_all', 'updated_at');
}

export async function replaceTunnel(tx: Tx, row: TunnelRow): Promise<void> {
  await tx('integration_tunnels').insert(row).onConflict('integration').merge();
}

export async function deleteTunnel(tx: Tx, integration: string): Promise<void> {
  await tx('integration_tunnels').where({ integration }).delete();
}
