import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readCommenters } from '../../domain/comments/read-commenters.js';

export const listCommentersInChangeRequest = operation(
  contract.listCommentersInChangeRequest,
  ({ params, query, principal }, context: Content) => readCommenters(params, query, principal, context),
);
