import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readFiles } from '../../domain/read-content.js';

export const listFiles = operation(contract.listFiles, async ({ params, query, principal }, context: Content) =>
  readFiles(params, query, principal, context),
);
