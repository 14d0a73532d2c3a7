import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readFiles } from '../../domain/read-content.js';

export const listFilesInChangeRequestById = operation(
  contract.listFilesInChangeRequestById,
  async ({ params, query, principal }, context: Content) => readFiles(params, query, principal, context),
);
