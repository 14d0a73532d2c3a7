import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readPageDocument } from '../../domain/read-document.js';

export const getPageDocumentInRevisionById = operation(
  contract.getPageDocumentInRevisionById,
  ({ params, principal }, context: Content) => readPageDocument(params, principal, context),
);
