import { type ServiceName, services } from '@quire/contract';
import { findFreePort } from '@quire/embedded-postgres/ports';
import type { Service } from '@quire/runtime';
import type { LocalConfig } from './config.js';
import type { Secrets } from './secrets.js';

/** What the launcher has made before any service is. */
export interface Foundation {
  config: LocalConfig;
  secrets: Secrets;
  adminToken: string;
  /** Of the gateway. */
  port: number;
  publicUrl: string;
  /** Address of each schema's login role. */
  databaseUrls: Record<Schema, string>;
  /** Aborted before anything stops. */
  ending: AbortSignal;
}

export const schemas = [...services, 'bus'] as const;
export type Schema = (typeof schemas)[number];

/** What runs in one process, in the order of starting, and what it shares. */
export interface Composition {
  services: Service[];
  /** What is left to do on a first boot once the gateway answers at an address on this machine. */
  firstBoot?(url: string): Promise<void>;
  /** Closes what the services shared, after they have stopped. */
  close(): Promise<void>;
}

export type Compose = (foundation: Foundation) => Promise<Composition>;

/** The environment of each deployable, as if it ran on its own: what a person would write into a compose file. */
export async function environments({ config, secrets, adminToken, port, publicUrl, databaseUrls }: Foundation) {
  const ports = await servicePorts(port);
  const address = (name: ServiceName) => `http://127.0.0.1:${ports[name]}`;
  const common = {
    // Whoever starts Quire uses it, and wants answers quickly; its tests say NODE_ENV=test and have each answer checked.
    NODE_ENV: 'production',
    ...config.environment,
    LOG_LEVEL: config.logLevel,
    PUBLIC_URL: publicUrl,
    QUIRE_DATA_DIR: config.dataDir,
    QUIRE_INTERNAL_SECRET: secrets.internalSecret,
    QUIRE_FILE_URL_SECRET: secrets.fileUrlSecret,
    QUIRE_INTEGRATION_KEY: secrets.integrationKey,
    QUIRE_ASSERTION_PUBLIC_KEY: secrets.assertion.publicKey,
    QUIRE_ADMIN_EMAIL: config.adminEmail,
    QUIRE_ADMIN_TOKEN: adminToken,
    IDENTITY_URL: address('identity'),
    CONTENT_URL: address('content'),
    SITES_URL: address('sites'),
    INTEGRATIONS_URL: address('integrations'),
  };
  return {
    of: (name: ServiceName) => ({
      ...common,
      HOST: '127.0.0.1',
      PORT: String(ports[name]),
      DATABASE_URL: databaseUrls[name],
    }),
    gateway: {
      ...common,
      HOST: config.host,
      PORT: String(port),
      QUIRE_ASSERTION_PRIVATE_KEY: secrets.assertion.privateKey,
    },
  };
}

/**
 * A port for each service: none of them the gateway's, which nobody listens on yet, and no two alike. `find` gives a port
 * that is free now.
 */
export async function servicePorts(
  gateway: number,
  find: () => Promise<number> = () => findFreePort(),
): Promise<Record<ServiceName, number>> {
  const taken = new Set([gateway]);
  const ports = {} as Record<ServiceName, number>;
  for (const name of services) {
    let port = await find();
    while (taken.has(port)) port = await find();
    taken.add(port);
    ports[name] = port;
  }
  return ports;
}
