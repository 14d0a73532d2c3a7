import type { AnyOperation, InternalRoute } from '@quire/runtime';
import type { Content } from '../context.js';
import { deleteCommentInChangeRequest } from './change-request-comments/deleteCommentInChangeRequest.js';
import { deleteCommentReplyInChangeRequest } from './change-request-comments/deleteCommentReplyInChangeRequest.js';
import { getCommentInChangeRequest } from './change-request-comments/getCommentInChangeRequest.js';
import { getCommentReplyInChangeRequest } from './change-request-comments/getCommentReplyInChangeRequest.js';
import { listCommentRepliesInChangeRequest } from './change-request-comments/listCommentRepliesInChangeRequest.js';
import { listCommentsInChangeRequest } from './change-request-comments/listCommentsInChangeRequest.js';
import { postCommentInChangeRequest } from './change-request-comments/postCommentInChangeRequest.js';
import { postCommentReplyInChangeRequest } from './change-request-comments/postCommentReplyInChangeRequest.js';
import { updateCommentInChangeRequest } from './change-request-comments/updateCommentInChangeRequest.js';
import { updateCommentReplyInChangeRequest } from './change-request-comments/updateCommentReplyInChangeRequest.js';
import { listChangeRequestConflicts } from './change-request-conflicts/listChangeRequestConflicts.js';
import { resolveChangeRequestConflict } from './change-request-conflicts/resolveChangeRequestConflict.js';
import { getFileInChangeRequestById } from './change-request-content/getFileInChangeRequestById.js';
import { getPageInChangeRequestById } from './change-request-content/getPageInChangeRequestById.js';
import { getPageInChangeRequestByPath } from './change-request-content/getPageInChangeRequestByPath.js';
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
import { inviteToCollection } from './collection-permissions/inviteToCollection.js';
import { listPermissionsAggregateInCollection } from './collection-permissions/listPermissionsAggregateInCollection.js';
import { listTeamPermissionsInCollection } from './collection-permissions/listTeamPermissionsInCollection.js';
import { listUserPermissionsInCollection } from './collection-permissions/listUserPermissionsInCollection.js';
import { removeTeamFromCollection } from './collection-permissions/removeTeamFromCollection.js';
import { removeUserFromCollection } from './collection-permissions/removeUserFromCollection.js';
import { updateTeamPermissionInCollection } from './collection-permissions/updateTeamPermissionInCollection.js';
import { updateUserPermissionInCollection } from './collection-permissions/updateUserPermissionInCollection.js';
import { createCollection } from './collections/createCollection.js';
import { deleteCollectionById } from './collections/deleteCollectionById.js';
import { getCollectionById } from './collections/getCollectionById.js';
import { listCollectionsInOrganizationById } from './collections/listCollectionsInOrganizationById.js';
import { listSpacesInCollectionById } from './collections/listSpacesInCollectionById.js';
import { moveCollection } from './collections/moveCollection.js';
import { transferCollection } from './collections/transferCollection.js';
import { updateCollectionById } from './collections/updateCollectionById.js';
import { createOrganizationCustomField } from './custom-fields/createOrganizationCustomField.js';
import { deleteOrganizationCustomField } from './custom-fields/deleteOrganizationCustomField.js';
import { getOrganizationCustomFieldByName } from './custom-fields/getOrganizationCustomFieldByName.js';
import { getSpaceCustomFields } from './custom-fields/getSpaceCustomFields.js';
import { listOrganizationCustomFields } from './custom-fields/listOrganizationCustomFields.js';
import { updateOrganizationCustomField } from './custom-fields/updateOrganizationCustomField.js';
import { updateSpaceCustomFields } from './custom-fields/updateSpaceCustomFields.js';
import { getSpaces } from './internal/getSpaces.js';
import { listSpacesForOrganizationMember } from './organization-members/listSpacesForOrganizationMember.js';
import { searchOrganizationContent } from './search/searchOrganizationContent.js';
import { searchSpaceContent } from './search/searchSpaceContent.js';
import { deleteCommentInSpace } from './space-comments/deleteCommentInSpace.js';
import { deleteCommentReplyInSpace } from './space-comments/deleteCommentReplyInSpace.js';
import { getCommentInSpace } from './space-comments/getCommentInSpace.js';
import { getCommentReplyInSpace } from './space-comments/getCommentReplyInSpace.js';
import { listCommentRepliesInSpace } from './space-comments/listCommentRepliesInSpace.js';
import { listCommentsInSpace } from './space-comments/listCommentsInSpace.js';
import { postCommentInSpace } from './space-comments/postCommentInSpace.js';
import { postCommentReplyInSpace } from './space-comments/postCommentReplyInSpace.js';
import { updateCommentInSpace } from './space-comments/updateCommentInSpace.js';
import { updateCommentReplyInSpace } from './space-comments/updateCommentReplyInSpace.js';
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
import { inviteToSpace } from './space-permissions/inviteToSpace.js';
import { listPermissionsAggregateInSpace } from './space-permissions/listPermissionsAggregateInSpace.js';
import { listTeamPermissionsInSpace } from './space-permissions/listTeamPermissionsInSpace.js';
import { listUserPermissionsInSpace } from './space-permissions/listUserPermissionsInSpace.js';
import { removeTeamFromSpace } from './space-permissions/removeTeamFromSpace.js';
import { removeUserFromSpace } from './space-permissions/removeUserFromSpace.js';
import { updateTeamPermissionInSpace } from './space-permissions/updateTeamPermissionInSpace.js';
import { updateUserPermissionInSpace } from './space-permissions/updateUserPermissionInSpace.js';
import { createSpace } from './spaces/createSpace.js';
import { deleteSpaceById } from './spaces/deleteSpaceById.js';
import { duplicateSpace } from './spaces/duplicateSpace.js';
import { getSpaceById } from './spaces/getSpaceById.js';
import { listSpacesInOrganizationById } from './spaces/listSpacesInOrganizationById.js';
import { moveSpace } from './spaces/moveSpace.js';
import { restoreSpace } from './spaces/restoreSpace.js';
import { transferSpace } from './spaces/transferSpace.js';
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
  deleteCollectionById,
  deleteCommentInChangeRequest,
  deleteCommentInSpace,
  deleteCommentReplyInChangeRequest,
  deleteCommentReplyInSpace,
  deleteOrganizationCustomField,
  deleteSpaceById,
  deleteTranslationSettings,
  downloadFile,
  duplicateSpace,
  generateStorageUploadURL,
  getChangeRequestById,
  getCollectionById,
  getCommentInChangeRequest,
  getCommentInSpace,
  getCommentReplyInChangeRequest,
  getCommentReplyInSpace,
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
  inviteToCollection,
  inviteToSpace,
  listChangeRequestConflicts,
  listChangeRequestsForSpace,
  listCollectionsInOrganizationById,
  listCommentRepliesInChangeRequest,
  listCommentRepliesInSpace,
  listCommentsInChangeRequest,
  listCommentsInSpace,
  listFiles,
  listFilesInChangeRequestById,
  listFilesInRevisionById,
  listOrganizationCustomFields,
  listPages,
  listPagesInChangeRequest,
  listPagesInRevisionById,
  listPermissionsAggregateInCollection,
  listPermissionsAggregateInSpace,
  listSpaceRevisions,
  listSpacesForOrganizationMember,
  listSpacesInCollectionById,
  listSpacesInOrganizationById,
  listTeamPermissionsInCollection,
  listTeamPermissionsInSpace,
  listTranslationSettings,
  listUserPermissionsInCollection,
  listUserPermissionsInSpace,
  mergeChangeRequest,
  moveCollection,
  moveSpace,
  postCommentInChangeRequest,
  postCommentInSpace,
  postCommentReplyInChangeRequest,
  postCommentReplyInSpace,
  putStorageObject,
  removeTeamFromCollection,
  removeTeamFromSpace,
  removeUserFromCollection,
  removeUserFromSpace,
  resolveChangeRequestConflict,
  restoreSpace,
  searchOrganizationContent,
  searchSpaceContent,
  transferCollection,
  transferSpace,
  updateChangeRequest,
  updateChangeRequestById,
  updateChangeRequestContent,
  updateCollectionById,
  updateCommentInChangeRequest,
  updateCommentInSpace,
  updateCommentReplyInChangeRequest,
  updateCommentReplyInSpace,
  updateOrganizationCustomField,
  updateSpaceById,
  updateSpaceContent,
  updateSpaceCustomFields,
  updateTeamPermissionInCollection,
  updateTeamPermissionInSpace,
  updateTranslationSettings,
  updateUserPermissionInCollection,
  updateUserPermissionInSpace,
];

/** Owned operations that answer 501 so far. */
export const unimplemented: readonly string[] = [
  'getChangeRequestChanges',
  'getFileInRevisionById',
  'getPageInRevisionByPath',
  'getPageDocumentInRevisionById',
  'getRevisionSemanticChanges',
  'restoreSpaceRevision',
  'getDocumentById',
  'listCommentersInSpace',
  'listCommentersInChangeRequest',
  'getReviewsByChangeRequestId',
  'submitChangeRequestReview',
  'getChangeRequestReviewById',
  'getRequestedReviewersByChangeRequestId',
  'requestReviewersForChangeRequest',
  'removeRequestedReviewerFromChangeRequest',
  'getContributorsByChangeRequestId',
  'getChangeRequestPDF',
  'listChangeRequestFileBacklinks',
  'listChangeRequestLinks',
  'listChangeRequestPageBacklinks',
  'listPageLinksInChangeRequest',
  'listPageLinksInSpace',
  'listSpaceFileBacklinks',
  'listSpaceLinks',
  'listSpacePageBacklinks',
];

/** What other services may ask. */
export const internalRoutes: readonly InternalRoute<Content>[] = [getSpaces];
