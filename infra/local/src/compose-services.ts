import * as content from '@quire/content';
import { consumers } from '@quire/contract';
import * as gateway from '@quire/gateway';
import * as identity from '@quire/identity';
import * as integrations from '@quire/integrations';
import { createLog, openDatabase, openLocalBus, openLocalCache } from '@quire/runtime';
import * as sites from '@quire/sites';
import { publishDocumentation } from './documentation.js';
import { type Compose, environments, type Foundation } from './composition.js';

/** Quire itself: the four services and, last, the gateway. */
export const composeServices: Compose = async (foundation) => {
  const environment = await environments(foundation);
  const bus = await openSharedBus(foundation);
  const cache = foundation.config.redisUrl ? undefined : openLocalCache({ max: 10_000 });
  const { ending } = foundation;
  const shared = { ending, ...(bus ? { bus: bus.bus } : {}), ...(cache ? { cache } : {}) };
  return {
    services: [
      identity.createService(identity.readConfig(environment.of('identity')), shared),
      content.createService(content.readConfig(environment.of('content')), shared),
      sites.createService(sites.readConfig(environment.of('sites')), shared),
      integrations.createService(integrations.readConfig(environment.of('integrations')), shared),
      gateway.createService(gateway.readConfig(environment.gateway), cache ? { cache } : {}),
    ],
    async firstBoot(url) {
      if (!foundation.config.documentation) return;
      await publishDocumentation({
        url,
        publicUrl: foundation.publicUrl,
        token: foundation.adminToken,
        identityUrl: environment.gateway.IDENTITY_URL,
        internalSecret: foundation.secrets.internalSecret,
      });
    },
    async close() {
      await bus?.close();
      await cache?.close();
    },
  };
};

/** The bus of this process; with AMQP_URL there is none, every service connects to the broker by itself. */
async function openSharedBus({ config, databaseUrls }: Foundation) {
  if (config.amqpUrl) return undefined;
  const db = openDatabase({ url: databaseUrls.bus, schema: 'bus', poolSize: 5 });
  const log = createLog('bus', config.logLevel);
  const bus = await openLocalBus({ db, consumers: Object.values(consumers), log });
  return {
    bus,
    async close() {
      await bus.close();
      await db.destroy();
    },
  };
}
