import type { Db, Tx } from '@quire/runtime';

/** What an integration runs. */
export interface ScriptRow {
  integration: string;
  script: string;
  /** SHA-256 in hexadecimal. */
  script_hash: string;
  runtime: 'v1' | 'v2' | null;
  /** A JSON object of texts, sealed for the integration. */
  secrets: Buffer | null;
}

export async function findScript(db: Db, integration: string): Promise<ScriptRow | undefined> {
  return db<ScriptRow>('integration_scripts')
    .where({ integration })
    .first('integration', 'script', 'script_hash', 'runtime', 'secrets');
}

/** Puts the script in the place of the one before. */
export async function replaceScript(tx: Tx, row: ScriptRow): Promise<void> {
  await tx('integration_scripts').insert(row).onConflict('integration').merge();
}
