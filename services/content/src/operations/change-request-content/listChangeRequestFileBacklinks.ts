import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readBacklinks } from '../../domain/links/read-links.js';

export const listChangeRequestFileBacklinks = operation(
  contract.listChangeRequestFileBacklinks,
  async ({ params, query, principal }, context: Content) => readBacklinks(params, query, principal, context),
);
