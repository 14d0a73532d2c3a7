import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readPages } from '../../domain/read-content.js';

export const listPagesInRevisionById = operation(
  contract.listPagesInRevisionById,
  async ({ params, query, principal }, context: Content) => readPages(params, query, principal, context),
);
