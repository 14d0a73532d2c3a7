import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readChangesOfRevision } from '../../domain/changes/read-changes.js';

export const getRevisionSemanticChanges = operation(
  contract.getRevisionSemanticChanges,
  ({ params, query, principal }, context: Content) => readChangesOfRevision(params, query, principal, context),
);
