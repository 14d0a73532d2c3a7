import { join } from 'node:path';
import { startEmbeddedPostgres } from '@quire/embedded-postgres';
import { claimOwnership } from '@quire/embedded-postgres/ownership';
import type { LocalConfig } from './config.js';

export interface DatabaseServer {
  adminUrl: string;
  /** Gives the server up; an embedded one stops. */
  stop(): Promise<void>;
}

/** The database of this instance, and no other's: an embedded server, or the one that DATABASE_URL names. */
export async function openDatabaseServer(
  { databaseUrl, dataDir }: LocalConfig,
  onLost: (error: Error) => void,
): Promise<DatabaseServer> {
  if (!databaseUrl) return startEmbeddedPostgres({ dataDir: join(dataDir, 'postgres'), onLost });
  const name = `The database ${new URL(databaseUrl).pathname.slice(1) || 'of DATABASE_URL'}`;
  const owner = await claimOwnership({ adminUrl: databaseUrl, name });
  if (!owner) throw new Error(`${name} does not answer: is DATABASE_URL right, and its server running?`);
  return { adminUrl: databaseUrl, stop: () => owner.release() };
}
