import { listOf } from '../schemas/list.js';
import { SearchPageResult, searchQuery, SearchSpaceResult } from '../schemas/search.js';
import { operationsOf } from './define.js';

const operation = operationsOf('search', 'content');

export const searchSpaceContent = operation({
  operationId: 'searchSpaceContent',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/search',
  summary: 'Search a space',
  query: searchQuery,
  success: 200,
  response: listOf(SearchPageResult),
});

export const searchOrganizationContent = operation({
  operationId: 'searchOrganizationContent',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/search',
  summary: 'Search the spaces of an organization',
  query: searchQuery,
  success: 200,
  response: listOf(SearchSpaceResult),
});
