import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { visibleIntegration } from '../../domain/visible-integration.js';
import type { Integrations } from '../../integrations.js';
import { authorizeOwner } from '../../policies/integration.js';
import { lockIntegration } from '../../tables/integration.js';
import { replaceTunnel } from '../../tables/tunnel.js';

export const setIntegrationDevelopmentMode = operation(
  contract.setIntegrationDevelopmentMode,
  async ({ params: { integrationName: name }, body, principal, commit }, { db, clock, outbound }: Integrations) => {
    authorizeOwner(principal, await visibleIntegration(db, name, principal));
    outbound.check(body.tunnelUrl, 'body.tunnelUrl');
    return commit(async (tx) => {
      const row = await lockIntegration(tx, name);
      if (!row) throw notFound('integration');
      authorizeOwner(principal, row);
      await replaceTunnel(tx, { integration: name, url: body.tunnelUrl, takes_all: body.all, updated_at: clock() });
    });
  },
);
