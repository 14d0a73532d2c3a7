import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readPage } from '../../domain/read-content.js';

export const getPageInChangeRequestById = operation(
  contract.getPageInChangeRequestById,
  async ({ params, query, principal }, context: Content) => readPage(params, query, principal, context),
);
