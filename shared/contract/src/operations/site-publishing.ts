import { PublishedContentSite } from '../schemas/published-site.js';
import { Site, siteQuery } from '../schemas/site.js';
import { SiteCustomizationSettings } from '../schemas/site-customization.js';
import {
  PublishedLookup,
  PublishedSiteContentLookup,
  SitePublishingAuth,
  SitePublishingAuthUpdate,
} from '../schemas/site-publishing.js';
import { operationsOf } from './define.js';

const operation = operationsOf('site-publishing', 'sites');

export const publishSite = operation({
  operationId: 'publishSite',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/publish',
  summary: 'Publish a site',
  success: 200,
  response: Site,
});

export const unpublishSite = operation({
  operationId: 'unpublishSite',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/unpublish',
  summary: 'Take a site off the web',
  success: 200,
  response: Site,
});

export const getPublishedContentSite = operation({
  operationId: 'getPublishedContentSite',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/published',
  summary: 'Read a published site with its structure and customization',
  query: siteQuery,
  success: 200,
  response: PublishedContentSite,
});

export const getSitePublishingAuthById = operation({
  operationId: 'getSitePublishingAuthById',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth',
  summary: 'Read how visitors of a site prove who they are',
  success: 200,
  response: SitePublishingAuth,
});

export const updateSitePublishingAuthById = operation({
  operationId: 'updateSitePublishingAuthById',
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth',
  summary: 'Change how visitors of a site prove who they are',
  body: SitePublishingAuthUpdate,
  success: 200,
  response: SitePublishingAuth,
});

export const regenerateSitePublishingAuthById = operation({
  operationId: 'regenerateSitePublishingAuthById',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/publishing/auth/regenerate',
  summary: 'Replace the key that signs visitors in',
  success: 200,
  response: SitePublishingAuth,
});

export const getSiteCustomizationById = operation({
  operationId: 'getSiteCustomizationById',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/customization',
  summary: 'Read how a site looks',
  success: 200,
  response: SiteCustomizationSettings,
});

export const updateSiteCustomizationById = operation({
  operationId: 'updateSiteCustomizationById',
  method: 'PUT',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/customization',
  summary: 'Change how a site looks',
  body: SiteCustomizationSettings,
  success: 200,
  response: SiteCustomizationSettings,
});

export const resolvePublishedContentByUrl = operation({
  operationId: 'resolvePublishedContentByUrl',
  method: 'POST',
  path: '/v1/urls/published',
  summary: 'Find what stands at a published address',
  body: PublishedLookup,
  success: 200,
  response: PublishedSiteContentLookup,
});
