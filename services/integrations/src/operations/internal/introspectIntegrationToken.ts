import { internalContract } from '@quire/contract';
import { internalRoute } from '@quire/runtime';
import { principalOf } from '../../domain/principal.js';
import type { Integrations } from '../../integrations.js';
import { findToken } from '../../tables/token.js';

export const introspectIntegrationToken = internalRoute(
  internalContract.introspectIntegrationToken,
  async ({ body }, { db, clock, publicUrl }: Integrations) => {
    const token = await findToken(db, 'tokenHash' in body ? { hash: body.tokenHash } : { id: body.tokenId }, clock());
    const principal = token && (await principalOf(db, token, publicUrl));
    return principal ? { principal, expiresAt: token.expires_at.toISOString() } : { principal: null };
  },
);
