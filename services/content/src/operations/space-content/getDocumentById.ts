import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readSpaceDocument } from '../../domain/read-document.js';

export const getDocumentById = operation(contract.getDocumentById, ({ params, principal }, context: Content) =>
  readSpaceDocument(params, principal, context),
);
