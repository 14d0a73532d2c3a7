import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { pdfOf } from '../../domain/pdf/pdf-of.js';

export const getChangeRequestPDF = operation(
  contract.getChangeRequestPDF,
  async ({ params, query, principal }, context: Content) => pdfOf(params, query, principal, context),
);
