import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readComments } from '../../domain/comments/read-comments.js';

export const listCommentsInSpace = operation(
  contract.listCommentsInSpace,
  ({ params, query, principal }, context: Content) => readComments(params, query, principal, context),
);
