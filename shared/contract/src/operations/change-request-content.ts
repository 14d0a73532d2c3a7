import { z } from 'zod';
import { ChangeRequest } from '../schemas/change-request.js';
import { ChangeRequestContentUpdate, contentChangeQuery, ContentChanges } from '../schemas/content-change.js';
import { RevisionFile } from '../schemas/file.js';
import { ContentImport, ContentImportResult } from '../schemas/import.js';
import { changeRequestLinkListQuery, ContentLocation, LinkList } from '../schemas/link.js';
import { listOf } from '../schemas/list.js';
import { contentQuery, fileListQuery, Page, pageContentQuery, Pages } from '../schemas/page.js';
import { pageQuery } from '../schemas/query.js';
import { Revision } from '../schemas/revision.js';
import { SemanticChanges, semanticChangesQuery } from '../schemas/semantic-change.js';
import { operationsOf } from './define.js';

const operation = operationsOf('change-request-content', 'content');

export const getRevisionOfChangeRequestById = operation({
  operationId: 'getRevisionOfChangeRequestById',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
  summary: 'Read the content of a change request',
  query: contentQuery,
  success: 200,
  response: Revision,
});

export const importContentInChangeRequest = operation({
  operationId: 'importContentInChangeRequest',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/import',
  summary: 'Import content into a change request',
  body: ContentImport,
  timeout: 300_000,
  success: 201,
  response: ContentImportResult,
});

export const listPagesInChangeRequest = operation({
  operationId: 'listPagesInChangeRequest',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/pages',
  summary: 'List the pages of a change request as a tree',
  query: contentQuery,
  success: 200,
  response: Pages,
});

export const listFilesInChangeRequestById = operation({
  operationId: 'listFilesInChangeRequestById',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files',
  summary: 'List the files of a change request',
  query: fileListQuery,
  success: 200,
  response: listOf(RevisionFile),
});

export const getFileInChangeRequestById = operation({
  operationId: 'getFileInChangeRequestById',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}',
  summary: 'Read a file of a change request',
  query: contentQuery,
  success: 200,
  response: RevisionFile,
});

export const listChangeRequestFileBacklinks = operation({
  operationId: 'listChangeRequestFileBacklinks',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/files/{fileId}/backlinks',
  summary: 'List where a file of a change request is used',
  query: pageQuery,
  success: 200,
  response: listOf(ContentLocation),
});

export const getPageInChangeRequestById = operation({
  operationId: 'getPageInChangeRequestById',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}',
  summary: 'Read a page of a change request',
  query: pageContentQuery,
  success: 200,
  response: Page,
});

export const listChangeRequestLinks = operation({
  operationId: 'listChangeRequestLinks',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/links',
  summary: 'List the links in a change request and whether they work',
  query: changeRequestLinkListQuery,
  success: 200,
  response: LinkList,
});

export const listChangeRequestPageBacklinks = operation({
  operationId: 'listChangeRequestPageBacklinks',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/backlinks',
  summary: 'List the pages of a change request that lead to a page',
  query: pageQuery,
  success: 200,
  response: listOf(ContentLocation),
});

export const listPageLinksInChangeRequest = operation({
  operationId: 'listPageLinksInChangeRequest',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/page/{pageId}/links',
  summary: 'List the links of a page in a change request and whether they work',
  query: pageQuery,
  success: 200,
  response: LinkList,
});

export const getPageInChangeRequestByPath = operation({
  operationId: 'getPageInChangeRequestByPath',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content/path/{pagePath}',
  summary: 'Read a page of a change request by its path',
  query: pageContentQuery,
  success: 200,
  response: Page,
});

export const updateChangeRequestContent = operation({
  operationId: 'updateChangeRequestContent',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/content',
  summary: 'Apply a batch of changes to a change request',
  query: contentChangeQuery,
  body: ContentChanges,
  bodyLimit: 20 * 1024 * 1024,
  success: 200,
  response: z.union([ChangeRequest, ChangeRequestContentUpdate]),
});

export const getChangeRequestChanges = operation({
  operationId: 'getChangeRequestChanges',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/changes',
  summary: 'List what a change request does to pages and files',
  query: semanticChangesQuery,
  success: 200,
  response: SemanticChanges,
});
