import { contextService, createLog, type Service, type ServiceOverrides } from '@quire/runtime';
import { contentClient } from './clients/content.js';
import { identityClient } from './clients/identity.js';
import { publishedContent } from './clients/published-content.js';
import { specifications } from './clients/specifications.js';
import type { SitesConfig } from './config.js';
import { projectOpenApiSpecs } from './consumers/project-openapi-specs.js';
import { projectOrganizations } from './consumers/project-organizations.js';
import { projectSpaces } from './consumers/project-spaces.js';
import { shareKeys } from './domain/share-keys.js';
import { visitorKeys } from './domain/visitor-keys.js';
import { migrations } from './migrations/index.js';
import { internalRoutes, operations, unimplemented } from './operations/index.js';
import type { Sites } from './sites.js';
import { listenForChanges } from './web/notices.js';
import { publishedSites } from './web/web.js';

export { readConfig, type SitesConfig } from './config.js';

/** Sites and the spaces on them as a service; any number of replicas may run. */
export function createService(config: SitesConfig, overrides: ServiceOverrides = {}): Service {
  const caller = { service: 'sites', secret: config.QUIRE_INTERNAL_SECRET };
  const { LOG_LEVEL, DATABASE_URL: databaseUrl, PUBLIC_URL: publicUrl } = config;
  const { schema = 'sites', log = createLog('sites', LOG_LEVEL) } = overrides;
  const content = publishedContent({ ...caller, baseUrl: config.CONTENT_URL });
  const documents = specifications({ ...caller, baseUrl: config.INTEGRATIONS_URL });
  const { web, isPage, ...published } = publishedSites({ content, specifications: documents, publicUrl });
  return contextService<Sites>({
    name: 'sites',
    config,
    overrides: { ...overrides, log },
    web,
    parts: () => [listenForChanges({ databaseUrl, schema, log, ...published })],
    migrations,
    operations,
    unimplemented,
    internal: internalRoutes,
    consumers: [projectOpenApiSpecs, projectOrganizations, projectSpaces],
    context: ({ db, clock }) => ({
      db,
      clock,
      content: contentClient({ ...caller, baseUrl: config.CONTENT_URL }),
      published: content,
      identity: identityClient({ ...caller, baseUrl: config.IDENTITY_URL }),
      publicUrl,
      isPage: (spaceId, path) => isPage(db, spaceId, path),
      shareKeys: shareKeys(config.QUIRE_INTERNAL_SECRET),
      visitorKeys: visitorKeys(config.QUIRE_INTERNAL_SECRET),
    }),
  });
}
