import * as content from '@quire/content';
import { consumers } from '@quire/contract';
import * as gateway from '@quire/gateway';
import * as identity from '@quire/identity';
import * as integrations from '@quire/integrations';
import { createLog, openDatabase, openLocalBus, openLocalCache, openRabbitBus, openRedisCache } from '@quire/runtime';
import * as sites from '@quire/sites';
import { type Compose, environments, type Foundation } from './composition.js';

/** Quire itself: the four services and, last, the gateway, over one bus and one cache. */
export const composeServices: Compose = async (foundation) => {
  const environment = await environments(foundation);
  const shared = await openShared(foundation);
  return {
    services: [
      identity.createService(identity.readConfig(environment.of('identity')), shared),
      content.createService(content.readConfig(environment.of('content')), shared),
      sites.createService(sites.readConfig(environment.of('sites')), shared),
      integrations.createService(integrations.readConfig(environment.of('integrations')), shared),
      gateway.createService(gateway.readConfig(environment.gateway), { cache: shared.cache }),
    ],
    close: () => shared.close(),
  };
};

async function openShared({ config, databaseUrls }: Foundation) {
  const log = createLog('quire', config.logLevel);
  const cache = config.redisUrl
    ? await openRedisCache({ url: config.redisUrl, prefix: 'quire:', log })
    : openLocalCache({ max: 10_000 });
  const db = config.amqpUrl ? undefined : openDatabase({ url: databaseUrls.bus, schema: 'bus', poolSize: 5 });
  const declared = Object.values(consumers);
  const bus = db
    ? await openLocalBus({ db, consumers: declared, log })
    : await openRabbitBus({ url: config.amqpUrl!, consumers: declared, log });
  return {
    bus,
    cache,
    async close() {
      await bus.close();
      await cache.close();
      await db?.destroy();
    },
  };
}
