import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readBacklinks } from '../../domain/links/read-links.js';

export const listChangeRequestPageBacklinks = operation(
  contract.listChangeRequestPageBacklinks,
  async ({ params, query, principal }, context: Content) => readBacklinks(params, query, principal, context),
);
