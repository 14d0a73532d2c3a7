import { z } from 'zod';
import { PdfLink, pdfQuery } from '../schemas/change-request.js';
import { ContentChanges, SpaceContentUpdate } from '../schemas/content-change.js';
import { RevisionFile } from '../schemas/file.js';
import { ContentImport, ContentImportResult } from '../schemas/import.js';
import { JsonDocument } from '../schemas/json.js';
import { ContentLocation, LinkList, linkListQuery } from '../schemas/link.js';
import { listOf } from '../schemas/list.js';
import { contentQuery, fileListQuery, Page, pageContentQuery, Pages } from '../schemas/page.js';
import { pageQuery } from '../schemas/query.js';
import { Revision, RevisionInfo } from '../schemas/revision.js';
import { revisionSemanticChangesQuery, SemanticChanges } from '../schemas/semantic-change.js';
import { operationsOf } from './define.js';

const operation = operationsOf('space-content', 'content');

export const getCurrentRevision = operation({
  operationId: 'getCurrentRevision',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content',
  summary: 'Read the current content of a space',
  query: contentQuery,
  success: 200,
  response: Revision,
});

export const importContent = operation({
  operationId: 'importContent',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/content/import',
  summary: 'Import content into a space',
  body: ContentImport,
  timeout: 300_000,
  success: 201,
  response: ContentImportResult,
});

export const listPages = operation({
  operationId: 'listPages',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/pages',
  summary: 'List the pages of a space as a tree',
  query: contentQuery,
  success: 200,
  response: Pages,
});

export const listFiles = operation({
  operationId: 'listFiles',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/files',
  summary: 'List the files of a space',
  query: fileListQuery,
  success: 200,
  response: listOf(RevisionFile),
});

export const getFileById = operation({
  operationId: 'getFileById',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/files/{fileId}',
  summary: 'Read a file of a space',
  query: contentQuery,
  success: 200,
  response: RevisionFile,
});

export const listSpaceFileBacklinks = operation({
  operationId: 'listSpaceFileBacklinks',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/files/{fileId}/backlinks',
  summary: 'List where a file of a space is used',
  query: pageQuery,
  success: 200,
  response: listOf(ContentLocation),
});

export const getPageById = operation({
  operationId: 'getPageById',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/page/{pageId}',
  summary: 'Read a page of a space',
  query: pageContentQuery,
  success: 200,
  response: Page,
});

export const listSpacePageBacklinks = operation({
  operationId: 'listSpacePageBacklinks',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/page/{pageId}/backlinks',
  summary: 'List the pages of a space that lead to a page',
  query: pageQuery,
  success: 200,
  response: listOf(ContentLocation),
});

export const listPageLinksInSpace = operation({
  operationId: 'listPageLinksInSpace',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/page/{pageId}/links',
  summary: 'List the links of a page and whether they work',
  query: linkListQuery,
  success: 200,
  response: LinkList,
});

export const getPageByPath = operation({
  operationId: 'getPageByPath',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/content/path/{pagePath}',
  summary: 'Read a page of a space by its path',
  query: pageContentQuery,
  success: 200,
  response: Page,
});

export const updateSpaceContent = operation({
  operationId: 'updateSpaceContent',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/content',
  summary: 'Apply a batch of changes to a space',
  body: ContentChanges,
  bodyLimit: 20 * 1024 * 1024,
  success: 200,
  response: SpaceContentUpdate,
  own: true,
});

export const listSpaceRevisions = operation({
  operationId: 'listSpaceRevisions',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions',
  summary: 'List the history of a space, newest first',
  query: pageQuery,
  success: 200,
  response: listOf(RevisionInfo),
  own: true,
});

export const getRevisionById = operation({
  operationId: 'getRevisionById',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}',
  summary: 'Read the content of a revision',
  query: contentQuery,
  success: 200,
  response: Revision,
});

export const listPagesInRevisionById = operation({
  operationId: 'listPagesInRevisionById',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/pages',
  summary: 'List the pages of a revision as a tree',
  query: contentQuery,
  success: 200,
  response: Pages,
});

export const getPageInRevisionById = operation({
  operationId: 'getPageInRevisionById',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}',
  summary: 'Read a page of a revision',
  query: pageContentQuery,
  success: 200,
  response: Page,
});

export const listFilesInRevisionById = operation({
  operationId: 'listFilesInRevisionById',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/files',
  summary: 'List the files of a revision',
  query: fileListQuery,
  success: 200,
  response: listOf(RevisionFile),
});

export const getFileInRevisionById = operation({
  operationId: 'getFileInRevisionById',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/files/{fileId}',
  summary: 'Read a file of a revision',
  query: contentQuery,
  success: 200,
  response: RevisionFile,
});

export const getPageInRevisionByPath = operation({
  operationId: 'getPageInRevisionByPath',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/path/{pagePath}',
  summary: 'Read a page of a revision by its path',
  query: pageContentQuery,
  success: 200,
  response: Page,
});

export const getPageDocumentInRevisionById = operation({
  operationId: 'getPageDocumentInRevisionById',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/page/{pageId}/document',
  summary: 'Read the text of a page of a revision as a JSON document',
  success: 200,
  response: JsonDocument,
});

export const getRevisionSemanticChanges = operation({
  operationId: 'getRevisionSemanticChanges',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/changes',
  summary: 'List what a revision did to pages and files of the one before it',
  query: revisionSemanticChangesQuery,
  success: 200,
  response: SemanticChanges,
});

export const restoreSpaceRevision = operation({
  operationId: 'restoreSpaceRevision',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/revisions/{revisionId}/restore',
  summary: 'Bring a space back to an earlier revision',
  success: 200,
  response: z.strictObject({ revision: z.string() }),
  own: true,
});

export const getDocumentById = operation({
  operationId: 'getDocumentById',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/documents/{documentId}',
  summary: 'Read a text that a page of a space has or had as a JSON document',
  success: 200,
  response: JsonDocument,
});

export const getSpacePDF = operation({
  operationId: 'getSpacePDF',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/pdf',
  summary: 'Get a link to a space as PDF',
  query: pdfQuery,
  timeout: 300_000,
  success: 200,
  response: PdfLink,
});
