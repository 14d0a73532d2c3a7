import { contextService, type Service, type ServiceOverrides } from '@quire/runtime';
import type { IdentityConfig } from './config.js';
import { consumers } from './consumers/index.js';
import { trackActivity } from './domain/activity.js';
import { firstBoot } from './domain/first-boot.js';
import { sweeper } from './domain/sweep.js';
import type { Identity } from './identity.js';
import { migrations } from './migrations/index.js';
import { internalRoutes, operations, unimplemented } from './operations/index.js';

export { type IdentityConfig, readConfig } from './config.js';

/** Users, tokens, organizations and members as a service; any number of replicas may run. */
export function createService(config: IdentityConfig, overrides: ServiceOverrides = {}): Service {
  return contextService<Identity>({
    name: 'identity',
    config,
    overrides,
    migrations,
    operations,
    unimplemented,
    internal: internalRoutes,
    consumers,
    context: async ({ db, log, clock, openCache }) => {
      const cache = await openCache();
      return { db, log, clock, cache, config, activity: trackActivity(db, log) };
    },
    parts: (identity) => [{ start: () => firstBoot(identity) }, identity.activity, sweeper(identity)],
  });
}
