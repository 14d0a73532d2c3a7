import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readFile } from '../../domain/read-content.js';

export const getFileInRevisionById = operation(
  contract.getFileInRevisionById,
  ({ params, query, principal }, context: Content) => readFile(params, query, principal, context),
);
