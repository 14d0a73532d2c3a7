import { listOf } from '../schemas/list.js';
import {
  SiteRedirect,
  SiteRedirectCreate,
  siteRedirectListQuery,
  siteRedirectQuery,
  SiteRedirectTarget,
  SiteRedirectUpdate,
} from '../schemas/site-redirect.js';
import { operationsOf } from './define.js';

const operation = operationsOf('site-redirects', 'sites');

export const listSiteRedirects = operation({
  operationId: 'listSiteRedirects',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects',
  summary: 'List the redirects of a site',
  query: siteRedirectListQuery,
  success: 200,
  response: listOf(SiteRedirect),
});

export const createSiteRedirect = operation({
  operationId: 'createSiteRedirect',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects',
  summary: 'Add a redirect to a site',
  body: SiteRedirectCreate,
  success: 201,
  response: SiteRedirect,
});

export const updateSiteRedirectById = operation({
  operationId: 'updateSiteRedirectById',
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}',
  summary: 'Change a redirect',
  body: SiteRedirectUpdate,
  success: 200,
  response: SiteRedirect,
});

export const deleteSiteRedirectById = operation({
  operationId: 'deleteSiteRedirectById',
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/redirects/{siteRedirectId}',
  summary: 'Remove a redirect',
  success: 205,
});

export const getSiteRedirectBySource = operation({
  operationId: 'getSiteRedirectBySource',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/redirect',
  summary: 'Find where a path of a site leads',
  query: siteRedirectQuery,
  success: 200,
  response: SiteRedirectTarget,
});
