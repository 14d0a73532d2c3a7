import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { removeReply } from '../../domain/comments/write-comments.js';

export const deleteCommentReplyInChangeRequest = operation(
  contract.deleteCommentReplyInChangeRequest,
  ({ params, principal, ifMatch, commit }, context: Content) =>
    commit((tx) => removeReply(tx, params, { principal, ifMatch, context })),
);
