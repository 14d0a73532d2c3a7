import type { AnyOperation, InternalRoute } from '@quire/runtime';
import type { Integrations } from '../integrations.js';
import { createIntegrationInstallationToken } from './installations/createIntegrationInstallationToken.js';
import { getIntegrationInstallationById } from './installations/getIntegrationInstallationById.js';
import { getIntegrationSiteInstallation } from './installations/getIntegrationSiteInstallation.js';
import { getIntegrationSpaceInstallation } from './installations/getIntegrationSpaceInstallation.js';
import { getOrganizationIntegrationStatus } from './installations/getOrganizationIntegrationStatus.js';
import { installIntegration } from './installations/installIntegration.js';
import { installIntegrationOnSite } from './installations/installIntegrationOnSite.js';
import { installIntegrationOnSpace } from './installations/installIntegrationOnSpace.js';
import { listIntegrationInstallationSites } from './installations/listIntegrationInstallationSites.js';
import { listIntegrationInstallationSpaces } from './installations/listIntegrationInstallationSpaces.js';
import { listIntegrationInstallations } from './installations/listIntegrationInstallations.js';
import { listOrganizationInstallations } from './installations/listOrganizationInstallations.js';
import { listOrganizationIntegrations } from './installations/listOrganizationIntegrations.js';
import { listSiteIntegrations } from './installations/listSiteIntegrations.js';
import { listSpaceIntegrations } from './installations/listSpaceIntegrations.js';
import { listSpaceIntegrationsBlocks } from './installations/listSpaceIntegrationsBlocks.js';
import { uninstallIntegration } from './installations/uninstallIntegration.js';
import { uninstallIntegrationFromSite } from './installations/uninstallIntegrationFromSite.js';
import { uninstallIntegrationFromSpace } from './installations/uninstallIntegrationFromSpace.js';
import { updateIntegrationInstallation } from './installations/updateIntegrationInstallation.js';
import { updateIntegrationSiteInstallation } from './installations/updateIntegrationSiteInstallation.js';
import { updateIntegrationSpaceInstallation } from './installations/updateIntegrationSpaceInstallation.js';
import { getIntegrationAsset } from './integrations/getIntegrationAsset.js';
import { listIntegrationAssets } from './integrations/listIntegrationAssets.js';
import { getIntegrationByName } from './integrations/getIntegrationByName.js';
import { listIntegrations } from './integrations/listIntegrations.js';
import { disableIntegrationDevelopmentMode } from './integration-events/disableIntegrationDevelopmentMode.js';
import { getIntegrationEvent } from './integration-events/getIntegrationEvent.js';
import { listIntegrationEvents } from './integration-events/listIntegrationEvents.js';
import { renderIntegrationUIWithPost } from './integration-events/renderIntegrationUIWithPost.js';
import { setIntegrationDevelopmentMode } from './integration-events/setIntegrationDevelopmentMode.js';
import { findOpenApiSpec } from './internal/findOpenApiSpec.js';
import { getOpenApiDocument } from './internal/getOpenApiDocument.js';
import { introspectIntegrationToken } from './internal/introspectIntegrationToken.js';
import { publishIntegration } from './integrations/publishIntegration.js';
import { unpublishIntegration } from './integrations/unpublishIntegration.js';
import { createOpenAPISpec } from './openapi/createOpenAPISpec.js';
import { createOrUpdateOpenAPISpecBySlug } from './openapi/createOrUpdateOpenAPISpecBySlug.js';
import { deleteOpenAPISpecBySlug } from './openapi/deleteOpenAPISpecBySlug.js';
import { getOpenAPISpecBySlug } from './openapi/getOpenAPISpecBySlug.js';
import { listOpenAPISpecs } from './openapi/listOpenAPISpecs.js';
import { updateOpenAPISpecBySlug } from './openapi/updateOpenAPISpecBySlug.js';
import { getLatestOpenAPISpecVersion } from './openapi-versions/getLatestOpenAPISpecVersion.js';
import { getLatestOpenAPISpecVersionContent } from './openapi-versions/getLatestOpenAPISpecVersionContent.js';
import { getOpenAPIDocumentFile } from './openapi-versions/getOpenAPIDocumentFile.js';
import { getOpenAPISpecVersionById } from './openapi-versions/getOpenAPISpecVersionById.js';
import { getOpenAPISpecVersionContentById } from './openapi-versions/getOpenAPISpecVersionContentById.js';
import { listOpenAPISpecVersions } from './openapi-versions/listOpenAPISpecVersions.js';
import { createWebhook } from './webhooks/createWebhook.js';
import { deleteWebhook } from './webhooks/deleteWebhook.js';
import { getWebhook } from './webhooks/getWebhook.js';
import { getWebhookDelivery } from './webhooks/getWebhookDelivery.js';
import { listWebhookDeliveries } from './webhooks/listWebhookDeliveries.js';
import { listWebhooks } from './webhooks/listWebhooks.js';
import { pingWebhook } from './webhooks/pingWebhook.js';
import { redeliverWebhookDelivery } from './webhooks/redeliverWebhookDelivery.js';
import { rotateWebhookSecret } from './webhooks/rotateWebhookSecret.js';
import { updateWebhook } from './webhooks/updateWebhook.js';

export const operations: readonly AnyOperation<Integrations>[] = [
  createOpenAPISpec,
  createOrUpdateOpenAPISpecBySlug,
  createWebhook,
  deleteOpenAPISpecBySlug,
  deleteWebhook,
  disableIntegrationDevelopmentMode,
  getIntegrationEvent,
  listIntegrationEvents,
  renderIntegrationUIWithPost,
  setIntegrationDevelopmentMode,
  createIntegrationInstallationToken,
  getIntegrationInstallationById,
  getIntegrationSiteInstallation,
  getIntegrationSpaceInstallation,
  getOrganizationIntegrationStatus,
  installIntegration,
  installIntegrationOnSite,
  installIntegrationOnSpace,
  listIntegrationInstallationSites,
  listIntegrationInstallationSpaces,
  listIntegrationInstallations,
  listOrganizationInstallations,
  listOrganizationIntegrations,
  listSiteIntegrations,
  listSpaceIntegrations,
  listSpaceIntegrationsBlocks,
  uninstallIntegration,
  uninstallIntegrationFromSite,
  uninstallIntegrationFromSpace,
  updateIntegrationInstallation,
  updateIntegrationSiteInstallation,
  updateIntegrationSpaceInstallation,
  getIntegrationAsset,
  listIntegrationAssets,
  getIntegrationByName,
  getLatestOpenAPISpecVersion,
  getLatestOpenAPISpecVersionContent,
  getOpenAPIDocumentFile,
  getOpenAPISpecBySlug,
  getOpenAPISpecVersionById,
  getOpenAPISpecVersionContentById,
  getWebhook,
  getWebhookDelivery,
  listIntegrations,
  listOpenAPISpecVersions,
  listOpenAPISpecs,
  listWebhookDeliveries,
  listWebhooks,
  pingWebhook,
  publishIntegration,
  redeliverWebhookDelivery,
  rotateWebhookSecret,
  unpublishIntegration,
  updateOpenAPISpecBySlug,
  updateWebhook,
];

/** Owned operations that answer 501. */
export const unimplemented: readonly string[] = [];

/** What other services may ask. */
export const internalRoutes: readonly InternalRoute<Integrations>[] = [
  findOpenApiSpec,
  getOpenApiDocument,
  introspectIntegrationToken,
];
