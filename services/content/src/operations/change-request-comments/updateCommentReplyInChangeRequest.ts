import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { changeReply } from '../../domain/comments/write-comments.js';

export const updateCommentReplyInChangeRequest = operation(
  contract.updateCommentReplyInChangeRequest,
  ({ params, body, principal, ifMatch, commit }, context: Content) =>
    commit((tx) => changeReply(tx, params, { body, principal, ifMatch, context })),
);
