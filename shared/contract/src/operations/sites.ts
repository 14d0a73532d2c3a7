import { listOf } from '../schemas/list.js';
import { pageQuery } from '../schemas/query.js';
import { SearchSpaceResult, SiteSearch } from '../schemas/search.js';
import { Site, SiteCreate, siteListQuery, siteQuery, SiteUpdate } from '../schemas/site.js';
import { SiteStructure } from '../schemas/site-structure.js';
import { operationsOf } from './define.js';

const operation = operationsOf('sites', 'sites');

export const listSites = operation({
  operationId: 'listSites',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites',
  summary: 'List the sites of an organization',
  query: siteListQuery,
  success: 200,
  response: listOf(Site),
});

export const createSite = operation({
  operationId: 'createSite',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites',
  summary: 'Add a site',
  body: SiteCreate.prefault({}),
  success: 201,
  response: Site,
});

export const getSiteById = operation({
  operationId: 'getSiteById',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}',
  summary: 'Read a site',
  success: 200,
  response: Site,
});

export const updateSiteById = operation({
  operationId: 'updateSiteById',
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}',
  summary: 'Change a site',
  body: SiteUpdate,
  success: 200,
  response: Site,
});

export const getSiteStructure = operation({
  operationId: 'getSiteStructure',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/structure',
  summary: 'Read all sections or spaces of a site',
  query: siteQuery,
  success: 200,
  response: SiteStructure,
});

export const deleteSiteById = operation({
  operationId: 'deleteSiteById',
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}',
  summary: 'Remove a site',
  success: 205,
});

export const searchSiteContent = operation({
  operationId: 'searchSiteContent',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/search',
  summary: 'Search a site',
  query: pageQuery,
  body: SiteSearch,
  success: 200,
  response: listOf(SearchSpaceResult),
});
