import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readPages } from '../../domain/read-content.js';

export const listPagesInChangeRequest = operation(
  contract.listPagesInChangeRequest,
  async ({ params, query, principal }, context: Content) => readPages(params, query, principal, context),
);
