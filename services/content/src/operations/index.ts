import type { AnyOperation, InternalRoute } from '@quire/runtime';
import type { Content } from '../context.js';
import { deleteCommentInChangeRequest } from './change-request-comments/deleteCommentInChangeRequest.js';
import { deleteCommentReplyInChangeRequest } from './change-request-comments/deleteCommentReplyInChangeRequest.js';
import { getCommentInChangeRequest } from './change-request-comments/getCommentInChangeRequest.js';
import { getCommentReplyInChangeRequest } from './change-request-comments/getCommentReplyInChangeRequest.js';
import { listCommentRepliesInChangeRequest } from './change-request-comments/listCommentRepliesInChangeRequest.js';
import { listCommentersInChangeRequest } from './change-request-comments/listCommentersInChangeRequest.js';
import { listCommentsInChangeRequest } from './change-request-comments/listCommentsInChangeRequest.js';
import { postCommentInChangeRequest } from './change-request-comments/postCommentInChangeRequest.js';
import { postCommentReplyInChangeRequest } from './change-request-comments/postCommentReplyInChangeRequest.js';
import { updateCommentInChangeRequest } from './change-request-comments/updateCommentInChangeRequest.js';
import { updateCommentReplyInChangeRequest } from './change-request-comments/updateCommentReplyInChangeRequest.js';
import { listChangeRequestConflicts } from './change-request-conflicts/listChangeRequestConflicts.js';
import { resolveChangeRequestConflict } from './change-request-conflicts/resolveChangeRequestConflict.js';
import { getChangeRequestChanges } from './change-request-content/getChangeRequestChanges.js';
import { getFileInChangeRequestById } from './change-request-content/getFileInChangeRequestById.js';
import { getPageInChangeRequestById } from './change-request-content/getPageInChangeRequestById.js';
import { getPageInChangeRequestByPath } from './change-request-content/getPageInChangeRequestByPath.js';
import { getRevisionOfChangeRequestById } from './change-request-content/getRevisionOfChangeRequestById.js';
import { importContentInChangeRequest } from './change-request-content/importContentInChangeRequest.js';
import { listChangeRequestFileBacklinks } from './change-request-content/listChangeRequestFileBacklinks.js';
import { listChangeRequestLinks } from './change-request-content/listChangeRequestLinks.js';
import { listChangeRequestPageBacklinks } from './change-request-content/listChangeRequestPageBacklinks.js';
import { listFilesInChangeRequestById } from './change-request-content/listFilesInChangeRequestById.js';
import { listPageLinksInChangeRequest } from './change-request-content/listPageLinksInChangeRequest.js';
import { listPagesInChangeRequest } from './change-request-content/listPagesInChangeRequest.js';
import { updateChangeRequestContent } from './change-request-content/updateChangeRequestContent.js';
import { getContributorsByChangeRequestId } from './change-request-contributors/getContributorsByChangeRequestId.js';
import { getRequestedReviewersByChangeRequestId } from './change-request-reviewers/getRequestedReviewersByChangeRequestId.js';
import { removeRequestedReviewerFromChangeRequest } from './change-request-reviewers/removeRequestedReviewerFromChangeRequest.js';
import { requestReviewersForChangeRequest } from './change-request-reviewers/requestReviewersForChangeRequest.js';
import { getChangeRequestReviewById } from './change-requests-reviews/getChangeRequestReviewById.js';
import { getReviewsByChangeRequestId } from './change-requests-reviews/getReviewsByChangeRequestId.js';
import { submitChangeRequestReview } from './change-requests-reviews/submitChangeRequestReview.js';
import { createChangeRequest } from './change-requests/createChangeRequest.js';
import { getChangeRequestById } from './change-requests/getChangeRequestById.js';
import { getChangeRequestPDF } from './change-requests/getChangeRequestPDF.js';
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
import { getFilePath } from './internal/getFilePath.js';
import { getFormerPages } from './internal/getFormerPages.js';
import { getRevisionFiles } from './internal/getRevisionFiles.js';
import { getRevisionPages } from './internal/getRevisionPages.js';
import { getSpaces } from './internal/getSpaces.js';
import { getText } from './internal/getText.js';
import { searchSpaces } from './internal/searchSpaces.js';
import { listSpacesForOrganizationMember } from './organization-members/listSpacesForOrganizationMember.js';
import { searchOrganizationContent } from './search/searchOrganizationContent.js';
import { searchSpaceContent } from './search/searchSpaceContent.js';
import { deleteCommentInSpace } from './space-comments/deleteCommentInSpace.js';
import { deleteCommentReplyInSpace } from './space-comments/deleteCommentReplyInSpace.js';
import { getCommentInSpace } from './space-comments/getCommentInSpace.js';
import { getCommentReplyInSpace } from './space-comments/getCommentReplyInSpace.js';
import { listCommentRepliesInSpace } from './space-comments/listCommentRepliesInSpace.js';
import { listCommentersInSpace } from './space-comments/listCommentersInSpace.js';
import { listCommentsInSpace } from './space-comments/listCommentsInSpace.js';
import { postCommentInSpace } from './space-comments/postCommentInSpace.js';
import { postCommentReplyInSpace } from './space-comments/postCommentReplyInSpace.js';
import { updateCommentInSpace } from './space-comments/updateCommentInSpace.js';
import { updateCommentReplyInSpace } from './space-comments/updateCommentReplyInSpace.js';
import { getCurrentRevision } from './space-content/getCurrentRevision.js';
import { getDocumentById } from './space-content/getDocumentById.js';
import { getFileById } from './space-content/getFileById.js';
import { getFileInRevisionById } from './space-content/getFileInRevisionById.js';
import { getPageById } from './space-content/getPageById.js';
import { getPageByPath } from './space-content/getPageByPath.js';
import { getPageDocumentInRevisionById } from './space-content/getPageDocumentInRevisionById.js';
import { getPageInRevisionById } from './space-content/getPageInRevisionById.js';
import { getPageInRevisionByPath } from './space-content/getPageInRevisionByPath.js';
import { getRevisionById } from './space-content/getRevisionById.js';
import { getRevisionSemanticChanges } from './space-content/getRevisionSemanticChanges.js';
import { getSpacePDF } from './space-content/getSpacePDF.js';
import { importContent } from './space-content/importContent.js';
import { listFiles } from './space-content/listFiles.js';
import { listFilesInRevisionById } from './space-content/listFilesInRevisionById.js';
import { listPageLinksInSpace } from './space-content/listPageLinksInSpace.js';
import { listPages } from './space-content/listPages.js';
import { listPagesInRevisionById } from './space-content/listPagesInRevisionById.js';
import { listSpaceFileBacklinks } from './space-content/listSpaceFileBacklinks.js';
import { listSpacePageBacklinks } from './space-content/listSpacePageBacklinks.js';
import { listSpaceRevisions } from './space-content/listSpaceRevisions.js';
import { restoreSpaceRevision } from './space-content/restoreSpaceRevision.js';
import { updateSpaceContent } from './space-content/updateSpaceContent.js';
import { exportToGitRepository } from './space-git/exportToGitRepository.js';
import { getSpaceGitInfo } from './space-git/getSpaceGitInfo.js';
import { importGitRepository } from './space-git/importGitRepository.js';
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
import { listSpaceLinks } from './spaces/listSpaceLinks.js';
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
import { getContentByUrl } from './urls/getContentByUrl.js';

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
  exportToGitRepository,
  generateStorageUploadURL,
  getChangeRequestById,
  getChangeRequestPDF,
  getChangeRequestChanges,
  getChangeRequestReviewById,
  getCollectionById,
  getCommentInChangeRequest,
  getCommentInSpace,
  getCommentReplyInChangeRequest,
  getCommentReplyInSpace,
  getContentByUrl,
  getContributorsByChangeRequestId,
  getCurrentRevision,
  getDocumentById,
  getFileById,
  getFileInChangeRequestById,
  getFileInRevisionById,
  getOrganizationCustomFieldByName,
  getPageById,
  getPageByPath,
  getPageDocumentInRevisionById,
  getPageInChangeRequestById,
  getPageInChangeRequestByPath,
  getPageInRevisionById,
  getPageInRevisionByPath,
  getRequestedReviewersByChangeRequestId,
  getReviewsByChangeRequestId,
  getRevisionById,
  getRevisionOfChangeRequestById,
  getRevisionSemanticChanges,
  getSpaceById,
  getSpaceCustomFields,
  getSpaceGitInfo,
  getSpacePDF,
  getStorageObject,
  getTranslationSettings,
  importContent,
  importContentInChangeRequest,
  importGitRepository,
  inviteToCollection,
  inviteToSpace,
  listChangeRequestConflicts,
  listChangeRequestFileBacklinks,
  listChangeRequestLinks,
  listChangeRequestPageBacklinks,
  listChangeRequestsForSpace,
  listCollectionsInOrganizationById,
  listCommentRepliesInChangeRequest,
  listCommentRepliesInSpace,
  listCommentersInChangeRequest,
  listCommentersInSpace,
  listCommentsInChangeRequest,
  listCommentsInSpace,
  listFiles,
  listFilesInChangeRequestById,
  listFilesInRevisionById,
  listOrganizationCustomFields,
  listPageLinksInChangeRequest,
  listPageLinksInSpace,
  listPages,
  listPagesInChangeRequest,
  listPagesInRevisionById,
  listPermissionsAggregateInCollection,
  listPermissionsAggregateInSpace,
  listSpaceFileBacklinks,
  listSpaceLinks,
  listSpacePageBacklinks,
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
  removeRequestedReviewerFromChangeRequest,
  removeTeamFromCollection,
  removeTeamFromSpace,
  removeUserFromCollection,
  removeUserFromSpace,
  requestReviewersForChangeRequest,
  resolveChangeRequestConflict,
  restoreSpace,
  restoreSpaceRevision,
  searchOrganizationContent,
  searchSpaceContent,
  submitChangeRequestReview,
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
export const unimplemented: readonly string[] = [];

/** What other services may ask. */
export const internalRoutes: readonly InternalRoute<Content>[] = [
  getFilePath,
  getFormerPages,
  getRevisionFiles,
  getRevisionPages,
  getSpaces,
  getText,
  searchSpaces,
];
