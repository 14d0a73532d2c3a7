import { z } from 'zod';
import {
  InstallationCreate,
  InstallationToken,
  InstallationUpdate,
  Installation,
  InstalledIntegration,
  installationListQuery,
  PlaceUpdate,
  SiteInstallation,
  SpaceInstallation,
} from '../schemas/installation.js';
import { Integration, IntegrationBlocks, integrationSearchQuery } from '../schemas/integration.js';
import { listOf } from '../schemas/list.js';
import { pageQuery } from '../schemas/query.js';
import { Id } from '../schemas/text.js';
import { operationsOf } from './define.js';

const operation = operationsOf('integrations', 'integrations');

export const listIntegrationInstallations = operation({
  operationId: 'listIntegrationInstallations',
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations',
  summary: 'List where an integration is installed',
  query: installationListQuery,
  success: 200,
  response: listOf(Installation),
});

export const installIntegration = operation({
  operationId: 'installIntegration',
  method: 'POST',
  path: '/v1/integrations/{integrationName}/installations',
  summary: 'Install an integration at an organization',
  body: InstallationCreate,
  success: 201,
  response: Installation,
});

export const getIntegrationInstallationById = operation({
  operationId: 'getIntegrationInstallationById',
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations/{installationId}',
  summary: 'Read an installation',
  success: 200,
  response: Installation,
});

export const updateIntegrationInstallation = operation({
  operationId: 'updateIntegrationInstallation',
  method: 'PATCH',
  path: '/v1/integrations/{integrationName}/installations/{installationId}',
  summary: 'Configure an installation and choose what it may act on',
  body: InstallationUpdate,
  success: 200,
  response: Installation,
});

export const uninstallIntegration = operation({
  operationId: 'uninstallIntegration',
  method: 'DELETE',
  path: '/v1/integrations/{integrationName}/installations/{installationId}',
  summary: 'Uninstall an integration',
  success: 204,
});

export const createIntegrationInstallationToken = operation({
  operationId: 'createIntegrationInstallationToken',
  method: 'POST',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/tokens',
  summary: 'Create a token of an installation',
  success: 200,
  response: InstallationToken,
});

export const listIntegrationInstallationSpaces = operation({
  operationId: 'listIntegrationInstallationSpaces',
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/spaces',
  summary: 'List the spaces of an installation',
  query: pageQuery,
  success: 200,
  response: listOf(SpaceInstallation),
});

export const installIntegrationOnSpace = operation({
  operationId: 'installIntegrationOnSpace',
  method: 'POST',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/spaces',
  summary: 'Add a space to an installation',
  body: z.object({ space: Id }),
  success: 201,
  response: SpaceInstallation,
});

export const getIntegrationSpaceInstallation = operation({
  operationId: 'getIntegrationSpaceInstallation',
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}',
  summary: 'Read what an installation has on a space',
  success: 200,
  response: SpaceInstallation,
});

export const updateIntegrationSpaceInstallation = operation({
  operationId: 'updateIntegrationSpaceInstallation',
  method: 'PATCH',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}',
  summary: 'Configure an installation for a space',
  body: PlaceUpdate,
  success: 200,
  response: SpaceInstallation,
});

export const uninstallIntegrationFromSpace = operation({
  operationId: 'uninstallIntegrationFromSpace',
  method: 'DELETE',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/spaces/{spaceId}',
  summary: 'Take a space out of an installation',
  success: 204,
});

export const listIntegrationInstallationSites = operation({
  operationId: 'listIntegrationInstallationSites',
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites',
  summary: 'List the sites of an installation',
  query: pageQuery,
  success: 200,
  response: listOf(SiteInstallation),
});

export const installIntegrationOnSite = operation({
  operationId: 'installIntegrationOnSite',
  method: 'POST',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites',
  summary: 'Add a site to an installation',
  body: z.object({ siteId: Id }),
  success: 201,
  response: SiteInstallation,
});

export const getIntegrationSiteInstallation = operation({
  operationId: 'getIntegrationSiteInstallation',
  method: 'GET',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}',
  summary: 'Read what an installation has on a site',
  success: 200,
  response: SiteInstallation,
});

export const updateIntegrationSiteInstallation = operation({
  operationId: 'updateIntegrationSiteInstallation',
  method: 'PATCH',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}',
  summary: 'Configure an installation for a site',
  body: PlaceUpdate,
  success: 200,
  response: SiteInstallation,
});

export const uninstallIntegrationFromSite = operation({
  operationId: 'uninstallIntegrationFromSite',
  method: 'DELETE',
  path: '/v1/integrations/{integrationName}/installations/{installationId}/sites/{siteId}',
  summary: 'Take a site out of an installation',
  success: 204,
});

export const listOrganizationIntegrations = operation({
  operationId: 'listOrganizationIntegrations',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/integrations',
  summary: 'List the integrations that an organization can install',
  query: integrationSearchQuery,
  success: 200,
  response: listOf(Integration),
});

export const listOrganizationInstallations = operation({
  operationId: 'listOrganizationInstallations',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/installations',
  summary: 'List what is installed at an organization',
  query: integrationSearchQuery,
  success: 200,
  response: listOf(InstalledIntegration),
});

export const getOrganizationIntegrationStatus = operation({
  operationId: 'getOrganizationIntegrationStatus',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/integrations/{integrationName}/installation_status',
  summary: 'Read how far an integration is set up at an organization',
  success: 200,
  response: z.strictObject({ status: z.enum(['active', 'pending', 'paused']) }),
});

export const listSpaceIntegrations = operation({
  operationId: 'listSpaceIntegrations',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/integrations',
  summary: 'List the integrations of a space',
  query: integrationSearchQuery,
  success: 200,
  response: listOf(Integration),
});

export const listSpaceIntegrationsBlocks = operation({
  operationId: 'listSpaceIntegrationsBlocks',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/integration-blocks',
  summary: 'List the blocks that integrations offer in a space',
  success: 200,
  response: z.array(IntegrationBlocks),
});

export const listSiteIntegrations = operation({
  operationId: 'listSiteIntegrations',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/integrations',
  summary: 'List the integrations of a site',
  query: integrationSearchQuery,
  success: 200,
  response: listOf(Integration),
});
