import {
  contextService,
  createLog,
  createOutbound,
  periodic,
  type Service,
  type ServiceOverrides,
} from '@quire/runtime';
import { identityClient } from './clients/identity.js';
import { placesClient } from './clients/places.js';
import type { IntegrationsConfig } from './config.js';
import { clearOpenApi } from './consumers/clear-openapi.js';
import { deliverWebhooks } from './consumers/deliver-webhooks.js';
import { processOpenApi } from './consumers/process-openapi.js';
import { projectOrganizations } from './consumers/project-organizations.js';
import { queueWebhookDeliveries } from './consumers/queue-webhook-deliveries.js';
import { documentUrls } from './domain/document-urls.js';
import { fairShare } from './domain/fair-share.js';
import { sweepDeliveries } from './domain/sweep-deliveries.js';
import { deliverIntegrationEvents } from './consumers/deliver-integration-events.js';
import { judgeInstallationsAnew } from './consumers/judge-installations.js';
import { recordIntegrationEvents } from './consumers/record-integration-events.js';
import { sweepEvents } from './domain/events/sweep.js';
import { projectSites } from './consumers/project-sites.js';
import { projectSpaces } from './consumers/project-spaces.js';
import { revokeTokens } from './consumers/revoke-tokens.js';
import { createVault } from './domain/vault.js';
import type { Integrations } from './integrations.js';
import { migrations } from './migrations/index.js';
import { readInWorker } from './openapi/worker/read-in-worker.js';
import { internalRoutes, operations, unimplemented } from './operations/index.js';
import { integrationScripts } from './scripts/integration-scripts.js';
import { sweepScriptFolders } from './scripts/script-process.js';
import { sweepTokens } from './tables/token.js';
import { publicEndpoints } from './web/public-endpoints.js';

export { type IntegrationsConfig, readConfig } from './config.js';

const minute = 60 * 1_000;
const hour = 60 * 60 * 1_000;

/** Integrations as a service; any number of replicas may run. */
export function createService(
  config: IntegrationsConfig,
  { readOpenApi, ...overrides }: ServiceOverrides & Partial<Pick<Integrations, 'readOpenApi'>> = {},
): Service {
  const caller = { service: 'integrations', secret: config.QUIRE_INTERNAL_SECRET };
  const { log = createLog('integrations', config.LOG_LEVEL) } = overrides;
  const { PUBLIC_URL: publicUrl } = config;
  const outbound = createOutbound({ allow: config.QUIRE_OUTBOUND_ALLOW });
  return contextService<Integrations>({
    name: 'integrations',
    config,
    overrides: { ...overrides, log },
    migrations,
    operations,
    unimplemented,
    internal: internalRoutes,
    web: publicEndpoints,
    consumers: [
      clearOpenApi,
      deliverIntegrationEvents,
      deliverWebhooks,
      processOpenApi,
      projectOrganizations,
      queueWebhookDeliveries,
      judgeInstallationsAnew,
      projectSites,
      projectSpaces,
      recordIntegrationEvents,
      revokeTokens,
    ],
    parts: (integrations) => [
      { start: sweepScriptFolders, stop: () => integrations.scripts.stop() },
      periodic('stop idle scripts', minute, () => integrations.scripts.stopIdle(), log),
      periodic('sweep events of integrations', hour, () => sweepEvents(integrations), log),
      // Later than they end: `revoke-tokens` has to find what it ended to tell gateways of it.
      periodic(
        'sweep tokens',
        hour,
        () => sweepTokens(integrations.db, new Date(integrations.clock().getTime() - minute)),
        log,
      ),
      periodic('sweep webhook deliveries', hour, () => sweepDeliveries(integrations), log),
    ],
    context: async ({ db, clock, stopping, openCache }) => ({
      db,
      clock,
      cache: await openCache(),
      documentUrls: documentUrls({ publicUrl, secret: config.QUIRE_INTERNAL_SECRET, now: clock }),
      identity: identityClient({ ...caller, baseUrl: config.IDENTITY_URL }),
      outbound,
      publicUrl,
      readOpenApi: readOpenApi ?? ((source) => readInWorker(source, { outbound, signal: stopping })),
      places: placesClient({
        content: { ...caller, baseUrl: config.CONTENT_URL },
        sites: { ...caller, baseUrl: config.SITES_URL },
      }),
      vault: createVault(config.QUIRE_INTEGRATION_KEY),
      webhookShare: fairShare({ size: 8, waitMs: 1_000 }),
      webhookTimeoutMs: config.QUIRE_WEBHOOK_TIMEOUT_MS,
      ...integrationScripts(config, { clock, log, stopping }),
    }),
  });
}
