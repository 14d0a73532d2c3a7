import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readReply } from '../../domain/comments/read-comments.js';

export const getCommentReplyInChangeRequest = operation(
  contract.getCommentReplyInChangeRequest,
  ({ params, query, principal }, context: Content) => readReply(params, query, principal, context),
);
