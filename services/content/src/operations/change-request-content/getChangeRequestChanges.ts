import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readChangesOfRequest } from '../../domain/changes/read-changes.js';

export const getChangeRequestChanges = operation(
  contract.getChangeRequestChanges,
  ({ params, query, principal }, context: Content) => readChangesOfRequest(params, query, principal, context),
);
