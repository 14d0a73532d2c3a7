import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Content } from '../../context.js';
import { readLinks } from '../../domain/links/read-links.js';

export const listSpaceLinks = operation(
  contract.listSpaceLinks,
  async ({ params, query, principal }, context: Content) => readLinks(params, query, principal, context),
);
