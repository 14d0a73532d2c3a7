import {
  Comment,
  CommentCreate,
  commentListQuery,
  commentQuery,
  CommentReply,
  CommentReplyCreate,
  commentReplyListQuery,
  CommentReplyUpdate,
  CommentUpdate,
} from '../schemas/comment.js';
import { listOf } from '../schemas/list.js';
import { Member } from '../schemas/member.js';
import { pageQuery } from '../schemas/query.js';
import { operationsOf } from './define.js';

const operation = operationsOf('change-request-comments', 'content');

export const listCommentsInChangeRequest = operation({
  operationId: 'listCommentsInChangeRequest',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
  summary: 'List the comments on a change request',
  query: commentListQuery,
  success: 200,
  response: listOf(Comment),
});

export const postCommentInChangeRequest = operation({
  operationId: 'postCommentInChangeRequest',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments',
  summary: 'Comment on a change request',
  body: CommentCreate,
  success: 200,
  response: Comment,
});

export const getCommentInChangeRequest = operation({
  operationId: 'getCommentInChangeRequest',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
  summary: 'Read a comment on a change request',
  query: commentQuery,
  success: 200,
  response: Comment,
});

export const updateCommentInChangeRequest = operation({
  operationId: 'updateCommentInChangeRequest',
  method: 'PUT',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
  summary: 'Edit, resolve or react to a comment on a change request',
  body: CommentUpdate,
  success: 200,
  response: Comment,
});

export const deleteCommentInChangeRequest = operation({
  operationId: 'deleteCommentInChangeRequest',
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}',
  summary: 'Remove a comment on a change request',
  success: 205,
});

export const listCommentRepliesInChangeRequest = operation({
  operationId: 'listCommentRepliesInChangeRequest',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
  summary: 'List the replies to a comment on a change request',
  query: commentReplyListQuery,
  success: 200,
  response: listOf(CommentReply),
});

export const postCommentReplyInChangeRequest = operation({
  operationId: 'postCommentReplyInChangeRequest',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies',
  summary: 'Reply to a comment on a change request',
  query: commentQuery,
  body: CommentReplyCreate,
  success: 200,
  response: CommentReply,
});

export const getCommentReplyInChangeRequest = operation({
  operationId: 'getCommentReplyInChangeRequest',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
  summary: 'Read a reply on a change request',
  query: commentQuery,
  success: 200,
  response: CommentReply,
});

export const updateCommentReplyInChangeRequest = operation({
  operationId: 'updateCommentReplyInChangeRequest',
  method: 'PUT',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
  summary: 'Edit or react to a reply on a change request',
  body: CommentReplyUpdate,
  success: 200,
  response: CommentReply,
});

export const deleteCommentReplyInChangeRequest = operation({
  operationId: 'deleteCommentReplyInChangeRequest',
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies/{commentReplyId}',
  summary: 'Remove a reply on a change request',
  success: 205,
});

export const listCommentersInChangeRequest = operation({
  operationId: 'listCommentersInChangeRequest',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/commenters',
  summary: 'List the members who commented on a change request',
  query: pageQuery,
  success: 200,
  response: listOf(Member),
});
