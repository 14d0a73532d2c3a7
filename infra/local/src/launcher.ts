import { bootstrapDatabase } from '@quire/embedded-postgres/bootstrap';
import { findFreePort, isFreePort } from '@quire/embedded-postgres/ports';
import { type Compose, type Schema, schemas } from './composition.js';
import type { LocalConfig } from './config.js';
import { openDatabaseServer } from './database.js';
import { type AdminToken, databasePassword, openAdminToken, openDataDir, openSecrets } from './secrets.js';

/** A running all-in-one. */
export interface Quire {
  /** Where the gateway answers on this machine. */
  url: string;
  publicUrl: string;
  /** Undefined when the token came from the environment. */
  adminToken: AdminToken | undefined;
  /** Does what is left of a first boot; resolves at once on later ones. */
  finishFirstBoot(): Promise<void>;
  /** Resolves when nothing asynchronous is left in any service. */
  drain(): Promise<void>;
  /** Closes the gateway, drains for at most 10 s, then stops the services and, last, the database. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** What to run on the foundation. */
  compose: Compose;
  /** Called when the embedded database goes away under the running services. */
  onLost?: (error: Error) => void;
}

const drainLimitMs = 10_000;

/** Starts everything in this process: database, roles, keys, services, gateway. What had started is stopped when a later part fails. */
export async function startQuire(config: LocalConfig, { compose, onLost = () => {} }: StartOptions): Promise<Quire> {
  const port = config.port === 0 ? await findFreePort(config.host) : config.port;
  if (!(await isFreePort(port, config.host))) {
    throw new Error(`Port ${port} is taken by another program. Choose another one: PORT=${port + 1} npm start`);
  }
  const undo: (() => Promise<unknown>)[] = [];
  const ending = new AbortController();
  const stopAll = async () => {
    ending.abort();
    const errors: unknown[] = [];
    for (const step of undo.splice(0).reverse()) await step().catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw errors[0];
  };
  try {
    await openDataDir(config.dataDir);
    const database = await openDatabaseServer(config, onLost);
    undo.push(() => database.stop());

    const secrets = await openSecrets(config.dataDir);
    const adminToken = config.adminToken ? undefined : await openAdminToken(config.dataDir);
    const passwords = Object.fromEntries(schemas.map((name) => [name, databasePassword(secrets, name)]));
    const databaseUrls = await bootstrapDatabase<Schema>(database.adminUrl, { schemas, passwords });

    const url = `http://localhost:${port}`;
    const publicUrl = config.publicUrl ?? url;
    const composition = await compose({
      config,
      secrets,
      adminToken: adminToken?.value ?? config.adminToken!,
      port,
      publicUrl,
      databaseUrls,
      ending: ending.signal,
    });
    undo.push(() => composition.close());
    const drain = async () => {
      for (const service of composition.services) await service.drain();
    };
    for (const service of composition.services) {
      // Work is finished when nothing new can come in any more: after the gateway, the last to start, has closed.
      if (service === composition.services.at(-1)) undo.push(() => withinLimit(drain()));
      await service.start();
      undo.push(() => service.stop());
    }

    let stopping: Promise<void> | undefined;
    return {
      url,
      publicUrl,
      adminToken,
      finishFirstBoot: async () => composition.firstBoot?.(url),
      drain,
      stop: () => (stopping ??= stopAll()),
    };
  } catch (error) {
    await stopAll().catch(() => undefined);
    throw error;
  }
}

/** What is not done in time is done after the next start: it is all in the database. */
async function withinLimit(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((settle) => (timer = setTimeout(settle, drainLimitMs)));
  await Promise.race([work, limit]).finally(() => clearTimeout(timer));
}
