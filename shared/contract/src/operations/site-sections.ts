import { listOf } from '../schemas/list.js';
import { SiteSectionMove } from '../schemas/move.js';
import { SiteSection, SiteSectionCreate, siteSectionListQuery, SiteSectionUpdate } from '../schemas/site-section.js';
import { operationsOf } from './define.js';

const operation = operationsOf('site-sections', 'sites');

export const listSiteSections = operation({
  operationId: 'listSiteSections',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections',
  summary: 'List the sections of a site',
  query: siteSectionListQuery,
  success: 200,
  response: listOf(SiteSection),
});

export const addSectionToSite = operation({
  operationId: 'addSectionToSite',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections',
  summary: 'Add a section to a site',
  body: SiteSectionCreate,
  success: 201,
  response: SiteSection,
});

export const deleteSiteSectionById = operation({
  operationId: 'deleteSiteSectionById',
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
  summary: 'Remove a section',
  success: 205,
});

export const updateSiteSectionById = operation({
  operationId: 'updateSiteSectionById',
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}',
  summary: 'Change a section',
  body: SiteSectionUpdate,
  success: 200,
  response: SiteSection,
});

export const moveSiteSection = operation({
  operationId: 'moveSiteSection',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/sections/{siteSectionId}/move',
  summary: 'Give a section another place',
  body: SiteSectionMove.prefault({}),
  success: 200,
  response: SiteSection,
});
