import type { AnyOperation, InternalRoute } from '@quire/runtime';
import type { Content } from '../context.js';
import { listChangeRequestConflicts } from './change-request-conflicts/listChangeRequestConflicts.js';
import { resolveChangeRequestConflict } from './change-request-conflicts/resolveChangeRequestConflict.js';
import { getFileInChangeRequestById } from './change-request-content/getFileInChangeRequestById.js';
import { getPageInChangeRequestById } from './change-request-content/getPageInChangeRequestById.js';
import { getPageInChangeRequestByPath } from './change-request-content/getPageInChangeRequestByPath.js';
import { getSpaces } from './internal/getSpaces.js';
import { getRevisionOfChangeRequestById } from './change-request-content/getRevisionOfChangeRequestById.js';
import { importContentInChangeRequest } from './change-request-content/importContentInChangeRequest.js';
import { listFilesInChangeRequestById } from './change-request-content/listFilesInChangeRequestById.js';
import { listPagesInChangeRequest } from './change-request-content/listPagesInChangeRequest.js';
import { updateChangeRequestContent } from './change-request-content/updateChangeRequestContent.js';
import { createChangeRequest } from './change-requests/createChangeRequest.js';
import { getChangeRequestById } from './change-requests/getChangeRequestById.js';
import { listChangeRequestsForSpace } from './change-requests/listChangeRequestsForSpace.js';
import { mergeChangeRequest } from './change-requests/mergeChangeRequest.js';
import { updateChangeRequest } from './change-requests/updateChangeRequest.js';
import { updateChangeRequestById } from './change-requests/updateChangeRequestById.js';
import { createCollection } from './collections/createCollection.js';
import { getCollectionById } from './collections/getCollectionById.js';
import { listCollectionsInOrganizationById } from './collections/listCollectionsInOrganizationById.js';
import { listSpacesInCollectionById } from './collections/listSpacesInCollectionById.js';
import { updateCollectionById } from './collections/updateCollectionById.js';
import { createOrganizationCustomField } from './custom-fields/createOrganizationCustomField.js';
import { deleteOrganizationCustomField } from './custom-fields/deleteOrganizationCustomField.js';
import { getOrganizationCustomFieldByName } from './custom-fields/getOrganizationCustomFieldByName.js';
import { getSpaceCustomFields } from './custom-fields/getSpaceCustomFields.js';
import { listOrganizationCustomFields } from './custom-fields/listOrganizationCustomFields.js';
import { updateOrganizationCustomField } from './custom-fields/updateOrganizationCustomField.js';
import { updateSpaceCustomFields } from './custom-fields/updateSpaceCustomFields.js';
import { searchOrganizationContent } from './search/searchOrganizationContent.js';
import { searchSpaceContent } from './search/searchSpaceContent.js';
import { getCurrentRevision } from './space-content/getCurrentRevision.js';
import { getFileById } from './space-content/getFileById.js';
import { getPageById } from './space-content/getPageById.js';
import { getPageByPath } from './space-content/getPageByPath.js';
import { getPageInRevisionById } from './space-content/getPageInRevisionById.js';
import { getRevisionById } from './space-content/getRevisionById.js';
import { importContent } from './space-content/importContent.js';
import { listFiles } from './space-content/listFiles.js';
import { listFilesInRevisionById } from './space-content/listFilesInRevisionById.js';
import { listPages } from './space-content/listPages.js';
import { listPagesInRevisionById } from './space-content/listPagesInRevisionById.js';
import { listSpaceRevisions } from './space-content/listSpaceRevisions.js';
import { updateSpaceContent } from './space-content/updateSpaceContent.js';
import { createSpace } from './spaces/createSpace.js';
import { getSpaceById } from './spaces/getSpaceById.js';
import { listSpacesInOrganizationById } from './spaces/listSpacesInOrganizationById.js';
import { updateSpaceById } from './spaces/updateSpaceById.js';
import { downloadFile } from './storage/downloadFile.js';
import { generateStorageUploadURL } from './storage/generateStorageUploadURL.js';
import { getStorageObject } from './storage/getStorageObject.js';
import { putStorageObject } from './storage/putStorageObject.js';
import { createTranslationSettings } from './translations/createTranslationSettings.js';
import { deleteTranslationSettings } from './translations/deleteTranslationSettings.js';
import { getTranslationSettings } from './translations/getTranslationSettings.js';
import { listTranslationSettings } from './translations/listTranslationSettings.js';
import { updateTranslationSettings } from './translations/updateTranslationSettings.js';

/** Every operation that this service answers. */
export const operations: readonly AnyOperation<Content>[] = [
  createChangeRequest,
  createCollection,
  createOrganizationCustomField,
  createSpace,
  createTranslationSettings,
  deleteOrganizationCustomField,
  deleteTranslationSettings,
  downloadFile,
  generateStorageUploadURL,
  getChangeRequestById,
  getCollectionById,
  getCurrentRevision,
  getFileById,
  getFileInChangeRequestById,
  getOrganizationCustomFieldByName,
  getPageById,
  getPageByPath,
  getPageInChangeRequestById,
  getPageInChangeRequestByPath,
  getPageInRevisionById,
  getRevisionById,
  getRevisionOfChangeRequestById,
  getSpaceById,
  getSpaceCustomFields,
  getStorageObject,
  getTranslationSettings,
  importContent,
  importContentInChangeRequest,
  listChangeRequestConflicts,
  listChangeRequestsForSpace,
  listCollectionsInOrganizationById,
  listFiles,
  listFilesInChangeRequestById,
  listFilesInRevisionById,
  listOrganizationCustomFields,
  listPages,
  listPagesInChangeRequest,
  listPagesInRevisionById,
  listSpaceRevisions,
  listSpacesInCollectionById,
  listSpacesInOrganizationById,
  listTranslationSettings,
  mergeChangeRequest,
  putStorageObject,
  resolveChangeRequestConflict,
  searchOrganizationContent,
  searchSpaceContent,
  updateChangeRequest,
  updateChangeRequestById,
  updateChangeRequestContent,
  updateCollectionById,
  updateOrganizationCustomField,
  updateSpaceById,
  updateSpaceContent,
  updateSpaceCustomFields,
  updateTranslationSettings,
];

/** Owned operations that answer 501 so far. */
export const unimplemented: readonly string[] = [
  'deleteCollectionById',
  'deleteCommentInChangeRequest',
  'deleteCommentInSpace',
  'deleteCommentReplyInChangeRequest',
  'deleteCommentReplyInSpace',
  'deleteSpaceById',
  'duplicateSpace',
  'getChangeRequestPDF',
  'getCommentInChangeRequest',
  'getCommentInSpace',
  'getCommentReplyInChangeRequest',
  'getCommentReplyInSpace',
  'listChangeRequestFileBacklinks',
  'listCommentRepliesInChangeRequest',
  'listCommentRepliesInSpace',
  'listCommentsInChangeRequest',
  'listCommentsInSpace',
  'listPageLinksInChangeRequest',
  'listPageLinksInSpace',
  'listSpaceFileBacklinks',
  'listSpaceLinks',
  'moveCollection',
  'moveSpace',
  'postCommentInChangeRequest',
  'postCommentInSpace',
  'postCommentReplyInChangeRequest',
  'postCommentReplyInSpace',
  'restoreSpace',
  'transferCollection',
  'transferSpace',
  'updateCommentInChangeRequest',
  'updateCommentInSpace',
  'updateCommentReplyInChangeRequest',
  'updateCommentReplyInSpace',
];

/** What other services may ask. */
export const internalRoutes: readonly InternalRoute<Content>[] = [getSpaces];
