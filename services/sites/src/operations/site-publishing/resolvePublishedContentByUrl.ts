import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { resolveUrl } from '../../domain/resolve-url.js';
import type { Sites } from '../../sites.js';

/** Whoever knows a published address may read what is there: that is what its site is published for. */
export const resolvePublishedContentByUrl = operation(
  contract.resolvePublishedContentByUrl,
  async ({ body: { url, redirectOnError, visitor }, commit }, sites: Sites) =>
    commit((tx) => resolveUrl(tx, sites, { url, redirectOnError, jwtToken: visitor?.jwtToken })),
);
