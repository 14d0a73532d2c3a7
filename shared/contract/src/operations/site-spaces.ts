import { listOf } from '../schemas/list.js';
import { SiteSpaceMove } from '../schemas/move.js';
import { SiteSpace, SiteSpaceCreate, siteSpaceListQuery, SiteSpaceUpdate } from '../schemas/site-space.js';
import { operationsOf } from './define.js';

const operation = operationsOf('site-spaces', 'sites');

export const listSiteSpaces = operation({
  operationId: 'listSiteSpaces',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces',
  summary: 'List the spaces of a site',
  query: siteSpaceListQuery,
  success: 200,
  response: listOf(SiteSpace),
});

export const addSpaceToSite = operation({
  operationId: 'addSpaceToSite',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces',
  summary: 'Add a space to a site',
  body: SiteSpaceCreate,
  success: 201,
  response: SiteSpace,
});

export const deleteSiteSpaceById = operation({
  operationId: 'deleteSiteSpaceById',
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
  summary: 'Take a space off a site',
  success: 205,
});

export const updateSiteSpaceById = operation({
  operationId: 'updateSiteSpaceById',
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}',
  summary: 'Change how a space appears on a site',
  body: SiteSpaceUpdate,
  success: 200,
  response: SiteSpace,
});

export const moveSiteSpace = operation({
  operationId: 'moveSiteSpace',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/site-spaces/{siteSpaceId}/move',
  summary: 'Give a space of a site another place',
  body: SiteSpaceMove.prefault({}),
  success: 200,
  response: SiteSpace,
});
