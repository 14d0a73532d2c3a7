import { Collection, collectionListQuery, CollectionCreate, CollectionUpdate } from '../schemas/collection.js';
import { listOf } from '../schemas/list.js';
import { ContentMove, ContentTransfer } from '../schemas/move.js';
import { pageQuery } from '../schemas/query.js';
import { Space } from '../schemas/space.js';
import { operationsOf } from './define.js';

const operation = operationsOf('collections', 'content');

export const getCollectionById = operation({
  operationId: 'getCollectionById',
  method: 'GET',
  path: '/v1/collections/{collectionId}',
  summary: 'Read a collection',
  success: 200,
  response: Collection,
});

export const deleteCollectionById = operation({
  operationId: 'deleteCollectionById',
  method: 'DELETE',
  path: '/v1/collections/{collectionId}',
  summary: 'Remove a collection',
  success: 205,
});

export const updateCollectionById = operation({
  operationId: 'updateCollectionById',
  method: 'PATCH',
  path: '/v1/collections/{collectionId}',
  summary: 'Change a collection',
  body: CollectionUpdate,
  success: 200,
  response: Collection,
});

export const listSpacesInCollectionById = operation({
  operationId: 'listSpacesInCollectionById',
  method: 'GET',
  path: '/v1/collections/{collectionId}/spaces',
  summary: 'List the spaces of a collection',
  query: pageQuery,
  success: 200,
  response: listOf(Space),
});

export const moveCollection = operation({
  operationId: 'moveCollection',
  method: 'POST',
  path: '/v1/collections/{collectionId}/move',
  summary: 'Give a collection another place',
  body: ContentMove,
  success: 200,
  response: Collection,
});

export const transferCollection = operation({
  operationId: 'transferCollection',
  method: 'POST',
  path: '/v1/collections/{collectionId}/transfer',
  summary: 'Hand a collection over to another organization',
  body: ContentTransfer,
  success: 200,
  response: Collection,
});

export const listCollectionsInOrganizationById = operation({
  operationId: 'listCollectionsInOrganizationById',
  method: 'GET',
  path: '/v1/orgs/{organizationId}/collections',
  summary: 'List the collections of an organization',
  query: collectionListQuery,
  success: 200,
  response: listOf(Collection),
});

export const createCollection = operation({
  operationId: 'createCollection',
  method: 'POST',
  path: '/v1/orgs/{organizationId}/collections',
  summary: 'Add a collection to an organization',
  body: CollectionCreate.prefault({}),
  success: 201,
  response: Collection,
});
