import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { removeComment } from '../../domain/comments/write-comments.js';

export const deleteCommentInChangeRequest = operation(
  contract.deleteCommentInChangeRequest,
  ({ params, principal, ifMatch, commit }, context: Content) =>
    commit((tx) => removeComment(tx, params, { principal, ifMatch, context })),
);
