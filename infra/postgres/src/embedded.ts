import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { serverAccount } from './account.js';
import { findBinaries } from './binaries.js';
import { clusterFolder, openCluster } from './cluster.js';
import { claimOwnership } from './ownership.js';
import { findPostmaster, launchPostmaster, type Postmaster, signalPostmaster, stopPostmaster } from './postmaster.js';

export interface EmbeddedPostgresOptions {
  /** The folder that keeps the database; created when missing. */
  dataDir: string;
  /** `false` gives up surviving a crash of the machine for speed: for tests. */
  durable?: boolean;
  /** Called once when the server went away although nobody stopped it. */
  onLost?: (error: Error) => void;
}

export interface EmbeddedPostgres {
  /** `postgres://` address of the superuser. */
  adminUrl: string;
  port: number;
  /** Fast shutdown; resolves when the server is gone. */
  stop(): Promise<void>;
  /** Stops and deletes the database. */
  destroy(): Promise<void>;
}

/**
 * Starts a real Postgres on 127.0.0.1 from the binaries that npm installed, or takes over the one that a killed process
 * left running on the same folder. Fails when another process uses the folder. When this process exits, it asks the server
 * to stop, too.
 */
export async function startEmbeddedPostgres({
  dataDir,
  durable = true,
  onLost,
}: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const account = serverAccount();
  const folder = await clusterFolder(resolve(dataDir), account);
  const binaries = await findBinaries(folder, account);
  const cluster = await openCluster(folder, binaries, { account, durable });

  const addressOf = ({ port }: Postmaster) => `postgres://postgres:${cluster.password}@127.0.0.1:${port}/postgres`;
  const lost = () =>
    onLost?.(new Error(`The embedded Postgres has stopped unexpectedly; see ${join(folder, 'postgres.log')}.`));
  const start = async () => {
    for (let attempt = 1; ; attempt++) {
      const server =
        (await findPostmaster(cluster)) ??
        (await launchPostmaster(cluster, binaries, { account, durable }).catch(async (error) => {
          if (attempt === 5) throw error;
          return undefined;
        }));
      const owner = server && (await claimOwnership({ adminUrl: addressOf(server), name: dataDir, onLost: lost }));
      if (owner) return { server, owner };
      // Starting beside another process, or while the server of the last run still shuts down.
      if (attempt === 200) throw new Error(`The embedded Postgres in ${folder} neither starts nor stops.`);
      await delay(100);
    }
  };
  const { server, owner } = await start();

  const onExit = () => signalPostmaster(server.pid, cluster.data, binaries);
  process.on('exit', onExit);
  let stopping: Promise<void> | undefined;
  const stop = () =>
    (stopping ??= (async () => {
      await owner.release();
      await stopPostmaster(server, cluster, binaries);
      process.off('exit', onExit);
    })());
  return {
    adminUrl: addressOf(server),
    port: server.port,
    stop,
    async destroy() {
      await stop();
      await rm(folder, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
