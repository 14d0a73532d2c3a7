import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { issueToken } from '../../domain/tokens.js';
import type { Integrations } from '../../integrations.js';
import { authorizeTokens } from '../../policies/installation.js';
import { findIntegration } from '../../tables/integration.js';
import { lockInstallation } from '../../tables/installation.js';

export const createIntegrationInstallationToken = operation(
  contract.createIntegrationInstallationToken,
  async ({ params, principal, commit }, { clock }: Integrations) =>
    commit(async (tx) => {
      const key = { integration: params.integrationName, id: params.installationId };
      const installation = await lockInstallation(tx, key);
      const integration = installation && (await findIntegration(tx, installation.integration));
      if (!integration) throw notFound('installation');
      authorizeTokens(principal, { installation, integration });
      const { token, expiresAt } = await issueToken(
        tx,
        { clock },
        {
          integration: integration.name,
          installation: installation.id,
          ...(principal.kind === 'user' ? { issuedBy: principal.userId } : {}),
        },
      );
      return { token, expiresAt: expiresAt.toISOString() };
    }),
);
