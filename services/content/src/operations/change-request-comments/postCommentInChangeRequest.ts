import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { postComment } from '../../domain/comments/write-comments.js';

export const postCommentInChangeRequest = operation(
  contract.postCommentInChangeRequest,
  ({ params, body, principal, commit }, context: Content) =>
    commit((tx) => postComment(tx, params, { body, principal, context })),
);
