import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { removeInstallations } from '../../domain/installations.js';
import { forgetHashes } from '../../domain/tokens.js';
import { visibleIntegration } from '../../domain/visible-integration.js';
import type { Integrations } from '../../integrations.js';
import { authorizeOwner } from '../../policies/integration.js';
import { deleteIntegration, lockIntegration } from '../../tables/integration.js';
import { deleteTokens } from '../../tables/token.js';

export const unpublishIntegration = operation(
  contract.unpublishIntegration,
  async ({ params: { integrationName: name }, principal, commit }, integrations: Integrations) => {
    authorizeOwner(principal, await visibleIntegration(integrations.db, name, principal));
    let hashes: string[] = [];
    const done = await commit(async (tx) => {
      const row = await lockIntegration(tx, name);
      if (!row) throw notFound('integration');
      authorizeOwner(principal, row);
      hashes = await deleteTokens(tx, { integration: name });
      await removeInstallations(tx, row);
      await deleteIntegration(tx, name);
    });
    await forgetHashes(integrations, hashes);
    return done;
  },
);
