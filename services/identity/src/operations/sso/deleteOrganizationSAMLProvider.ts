import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { forgetMembers } from '../../domain/forget-principals.js';
import { providerViewer, removeSamlProvider } from '../../domain/saml/providers.js';
import type { Identity } from '../../identity.js';
import { authorizeRepair } from '../../policies/organization.js';
import { presentSamlProvider } from '../../present/saml-provider.js';

export const deleteOrganizationSAMLProvider = operation(
  contract.deleteOrganizationSAMLProvider,
  async ({ params, principal, ifMatch, commit }, identity: Identity) => {
    const { config } = identity;
    authorizeRepair(principal, 'admin', params.organizationId);
    const done = await commit((tx) =>
      removeSamlProvider(tx, params, async (provider) => {
        const viewer = await providerViewer(tx, [provider], { principal, publicUrl: config.PUBLIC_URL });
        ifMatch(presentSamlProvider(provider, viewer));
      }),
    );
    await forgetMembers(identity, params.organizationId);
    return done;
  },
);
