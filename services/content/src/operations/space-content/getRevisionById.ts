import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readRevision } from '../../domain/read-content.js';

export const getRevisionById = operation(
  contract.getRevisionById,
  async ({ params, query, principal }, context: Content) => readRevision(params, query, principal, context),
);
