import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { changeComment } from '../../domain/comments/write-comments.js';

export const updateCommentInChangeRequest = operation(
  contract.updateCommentInChangeRequest,
  ({ params, body, principal, ifMatch, commit }, context: Content) =>
    commit((tx) => changeComment(tx, params, { body, principal, ifMatch, context })),
);
