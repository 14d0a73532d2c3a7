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

const operation = operationsOf('space-comments', 'content');

export const listCommentsInSpace = operation({
  operationId: 'listCommentsInSpace',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/comments',
  summary: 'List the comments on a space',
  query: commentListQuery,
  success: 200,
  response: listOf(Comment),
});

export const postCommentInSpace = operation({
  operationId: 'postCommentInSpace',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/comments',
  summary: 'Comment on a space',
  body: CommentCreate,
  success: 200,
  response: Comment,
});

export const getCommentInSpace = operation({
  operationId: 'getCommentInSpace',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/comments/{commentId}',
  summary: 'Read a comment on a space',
  query: commentQuery,
  success: 200,
  response: Comment,
});

export const updateCommentInSpace = operation({
  operationId: 'updateCommentInSpace',
  method: 'PUT',
  path: '/v1/spaces/{spaceId}/comments/{commentId}',
  summary: 'Edit, resolve or react to a comment on a space',
  body: CommentUpdate,
  success: 200,
  response: Comment,
});

export const deleteCommentInSpace = operation({
  operationId: 'deleteCommentInSpace',
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/comments/{commentId}',
  summary: 'Remove a comment on a space',
  success: 205,
});

export const listCommentRepliesInSpace = operation({
  operationId: 'listCommentRepliesInSpace',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/comments/{commentId}/replies',
  summary: 'List the replies to a comment on a space',
  query: commentReplyListQuery,
  success: 200,
  response: listOf(CommentReply),
});

export const postCommentReplyInSpace = operation({
  operationId: 'postCommentReplyInSpace',
  method: 'POST',
  path: '/v1/spaces/{spaceId}/comments/{commentId}/replies',
  summary: 'Reply to a comment on a space',
  body: CommentReplyCreate,
  success: 200,
  response: CommentReply,
});

export const getCommentReplyInSpace = operation({
  operationId: 'getCommentReplyInSpace',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
  summary: 'Read a reply on a space',
  query: commentQuery,
  success: 200,
  response: CommentReply,
});

export const updateCommentReplyInSpace = operation({
  operationId: 'updateCommentReplyInSpace',
  method: 'PUT',
  path: '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
  summary: 'Edit or react to a reply on a space',
  body: CommentReplyUpdate,
  success: 200,
  response: CommentReply,
});

export const deleteCommentReplyInSpace = operation({
  operationId: 'deleteCommentReplyInSpace',
  method: 'DELETE',
  path: '/v1/spaces/{spaceId}/comments/{commentId}/replies/{commentReplyId}',
  summary: 'Remove a reply on a space',
  success: 205,
});

export const listCommentersInSpace = operation({
  operationId: 'listCommentersInSpace',
  method: 'GET',
  path: '/v1/spaces/{spaceId}/commenters',
  summary: 'List the members who commented on a space',
  query: pageQuery,
  success: 200,
  response: listOf(Member),
});
