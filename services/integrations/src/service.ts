import { contextService, type Service, type ServiceOverrides } from '@quire/runtime';
import type { IntegrationsConfig } from './config.js';
import { projectOrganizations } from './consumers/project-organizations.js';
import type { Integrations } from './integrations.js';
import { migrations } from './migrations/index.js';
import { operations, unimplemented } from './operations/index.js';

export { type IntegrationsConfig, readConfig } from './config.js';

/** Integrations as a service; any number of replicas may run. */
export function createService(config: IntegrationsConfig, overrides: ServiceOverrides = {}): Service {
  return contextService<Integrations>({
    name: 'integrations',
    config,
    overrides,
    migrations,
    operations,
    unimplemented,
    consumers: [projectOrganizations],
    context: ({ db }) => ({ db }),
  });
}
