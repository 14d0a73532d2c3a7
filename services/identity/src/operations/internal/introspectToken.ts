import { internalContract } from '@quire/contract';
import { internalRoute } from '@quire/runtime';
import type { Identity } from '../../identity.js';
import { presentPrincipal } from '../../present/principal.js';
import { findPrincipal } from '../../tables/principal.js';

export const introspectToken = internalRoute(
  internalContract.introspectToken,
  async ({ body }, { db, config, clock, activity }: Identity) => {
    const now = clock();
    const row = await findPrincipal(db, body, now);
    if (!row) return { principal: null };
    if ('tokenHash' in body)
      activity.note({ tokenId: row.token_id, userId: row.user_id, organizationId: row.confined_to, at: now });
    return {
      principal: presentPrincipal(row, config.PUBLIC_URL),
      ...(row.expires_at && { expiresAt: row.expires_at.toISOString() }),
    };
  },
);
