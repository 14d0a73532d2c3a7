import { listOf } from '../schemas/list.js';
import { pageQuery } from '../schemas/query.js';
import { ShareLink, ShareLinkCreate, ShareLinkUpdate } from '../schemas/share-link.js';
import { operationsOf } from './define.js';

const operation = operationsOf('site-share-links', 'sites');

export const listSiteShareLinks = operation({
  operationId: 'listSiteShareLinks',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links',
  summary: 'List the share links of a site',
  query: pageQuery,
  success: 200,
  response: listOf(ShareLink),
});

export const createSiteShareLink = operation({
  operationId: 'createSiteShareLink',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links',
  summary: 'Add a share link',
  body: ShareLinkCreate,
  success: 201,
  response: ShareLink,
});

export const deleteSiteShareLinkById = operation({
  operationId: 'deleteSiteShareLinkById',
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
  summary: 'Remove a share link',
  success: 205,
});

export const updateSiteShareLinkById = operation({
  operationId: 'updateSiteShareLinkById',
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/share-links/{shareLinkId}',
  summary: 'Rename or switch a share link',
  body: ShareLinkUpdate,
  success: 200,
  response: ShareLink,
});
