import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readFile } from '../../domain/read-content.js';

export const getFileInChangeRequestById = operation(
  contract.getFileInChangeRequestById,
  async ({ params, query, principal }, context: Content) => readFile(params, query, principal, context),
);
