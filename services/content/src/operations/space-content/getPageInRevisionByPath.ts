import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readPageByPath } from '../../domain/read-content.js';

export const getPageInRevisionByPath = operation(
  contract.getPageInRevisionByPath,
  ({ params, query, principal }, context: Content) => readPageByPath(params, query, principal, context),
);
