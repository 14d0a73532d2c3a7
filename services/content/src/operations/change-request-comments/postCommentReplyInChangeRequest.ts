import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { postReply } from '../../domain/comments/write-comments.js';

export const postCommentReplyInChangeRequest = operation(
  contract.postCommentReplyInChangeRequest,
  ({ params, query: { format }, body, principal, commit }, context: Content) =>
    commit((tx) => postReply(tx, params, { body, principal, format, context })),
);
