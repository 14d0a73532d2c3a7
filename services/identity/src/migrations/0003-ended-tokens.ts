import type { Migration } from '@quire/runtime';

/** API tokens that ended long ago are deleted. */
export const indexEndedTokens: Migration = {
  name: '0003-ended-tokens',
  async up(tx) {
    await tx.raw('CREATE INDEX api_tokens_expiry ON api_tokens (expires_at) WHERE expires_at IS NOT NULL');
  },
};
