import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readRevision } from '../../domain/read-content.js';

export const getRevisionOfChangeRequestById = operation(
  contract.getRevisionOfChangeRequestById,
  async ({ params, principal }, context: Content) => readRevision(params, principal, context),
);
