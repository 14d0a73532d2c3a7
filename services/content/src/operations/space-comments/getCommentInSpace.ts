import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readComment } from '../../domain/comments/read-comments.js';

export const getCommentInSpace = operation(
  contract.getCommentInSpace,
  ({ params, query, principal }, context: Content) => readComment(params, query, principal, context),
);
