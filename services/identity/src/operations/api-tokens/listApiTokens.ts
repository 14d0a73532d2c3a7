import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import type { Identity } from '../../identity.js';
import { requireUser } from '../../policies/user.js';
import { presentApiToken } from '../../present/api-token.js';
import { countApiTokens, listApiTokens as tokensAfter } from '../../tables/api-token.js';

export const listApiTokens = operation(contract.listApiTokens, async ({ query, principal }, { db }: Identity) => {
  requireUser(principal);
  const { limit } = query;
  const rows = await tokensAfter(db, principal, { after: idCursor(query.page), limit: limit + 1 });
  const count = await countApiTokens(db, principal);
  return listOf(rows, { limit, count, cursor: ({ id }) => [id], present: presentApiToken });
});
