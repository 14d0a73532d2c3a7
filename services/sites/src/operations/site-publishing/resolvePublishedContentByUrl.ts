import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { resolveUrl } from '../../domain/resolve-url.js';
import type { Sites } from '../../sites.js';

/** Whoever knows a published address may read what is there: that is what its site is published for. */
export const resolvePublishedContentByUrl = operation(
  contract.resolvePublishedContentByUrl,
  async ({ body: { url, redirectOnError, visitor }, commit }, sites: Sites) => {
    // Before the transaction: content may be asked which pages there are.
    const found = await resolveUrl(sites.db, sites, { url, redirectOnError, jwtToken: visitor?.jwtToken });
    return commit(async () => found);
  },
);
