import { listOf } from '../schemas/list.js';
import { SiteSectionGroupMove } from '../schemas/move.js';
import { pageQuery } from '../schemas/query.js';
import {
  SectionGroupMember,
  SiteSectionGroup,
  SiteSectionGroupCreate,
  SiteSectionGroupUpdate,
} from '../schemas/site-section-group.js';
import { operationsOf } from './define.js';

const operation = operationsOf('site-section-groups', 'sites');

export const listSiteSectionGroups = operation({
  operationId: 'listSiteSectionGroups',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups',
  summary: 'List the section groups of a site',
  query: pageQuery,
  success: 200,
  response: listOf(SiteSectionGroup),
});

export const addSectionGroupToSite = operation({
  operationId: 'addSectionGroupToSite',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups',
  summary: 'Add a section group to a site',
  body: SiteSectionGroupCreate,
  success: 201,
  response: SiteSectionGroup,
});

export const deleteSiteSectionGroupById = operation({
  operationId: 'deleteSiteSectionGroupById',
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
  summary: 'Remove a section group',
  success: 205,
});

export const updateSiteSectionGroupById = operation({
  operationId: 'updateSiteSectionGroupById',
  method: 'PATCH',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}',
  summary: 'Change a section group',
  body: SiteSectionGroupUpdate,
  success: 200,
  response: SiteSectionGroup,
});

export const addSectionToGroup = operation({
  operationId: 'addSectionToGroup',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections',
  summary: 'Put a section into a group',
  body: SectionGroupMember,
  success: 201,
  response: SiteSectionGroup,
});

export const removeSectionFromGroup = operation({
  operationId: 'removeSectionFromGroup',
  method: 'DELETE',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/sections/{siteSectionId}',
  summary: 'Take a section out of a group',
  success: 205,
});

export const moveSiteSectionGroup = operation({
  operationId: 'moveSiteSectionGroup',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/sites/{siteId}/section-groups/{siteSectionGroupId}/move',
  summary: 'Give a section group another place',
  body: SiteSectionGroupMove.prefault({}),
  success: 200,
  response: SiteSectionGroup,
});
