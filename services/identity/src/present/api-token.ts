import type { ApiToken, CreatedApiToken } from '@quire/contract';
import type { ApiTokenRow } from '../tables/api-token.js';

export function presentApiToken(token: ApiTokenRow): ApiToken {
  return {
    object: 'api-token',
    id: token.id,
    name: token.name,
    scopes: token.scopes,
    createdAt: token.created_at.toISOString(),
    ...(token.expires_at ? { expiresAt: token.expires_at.toISOString() } : {}),
    ...(token.organization_id === null ? {} : { organization: token.organization_id }),
    ...(token.last_used_at ? { lastUsedAt: token.last_used_at.toISOString() } : {}),
  };
}

export function presentCreatedApiToken({ row, token }: { row: ApiTokenRow; token: string }): CreatedApiToken {
  return { ...presentApiToken(row), token };
}
