import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readReplies } from '../../domain/comments/read-comments.js';

export const listCommentRepliesInChangeRequest = operation(
  contract.listCommentRepliesInChangeRequest,
  ({ params, query, principal }, context: Content) => readReplies(params, query, principal, context),
);
