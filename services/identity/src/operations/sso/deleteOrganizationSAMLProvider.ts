import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { providerViewer, removeSamlProvider } from '../../domain/saml/providers.js';
import type { Identity } from '../../identity.js';
import { authorizeRepair } from '../../policies/organization.js';
import { presentSamlProvider } from '../../present/saml-provider.js';

export const deleteOrganizationSAMLProvider = operation(
  contract.deleteOrganizationSAMLProvider,
  async ({ params, principal, ifMatch, commit }, { config }: Identity) => {
    authorizeRepair(principal, 'admin', params.organizationId);
    return commit((tx) =>
      removeSamlProvider(tx, params, async (provider) => {
        const viewer = await providerViewer(tx, [provider], { principal, publicUrl: config.PUBLIC_URL });
        ifMatch(presentSamlProvider(provider, viewer));
      }),
    );
  },
);
