import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { providerViewer } from '../../domain/saml/providers.js';
import type { Identity } from '../../identity.js';
import { authorizeRepair } from '../../policies/organization.js';
import { presentSamlProvider } from '../../present/saml-provider.js';
import { findSamlProvider } from '../../tables/saml-provider.js';

export const getOrganizationSAMLProviderById = operation(
  contract.getOrganizationSAMLProviderById,
  async ({ params, principal }, { db, config }: Identity) => {
    authorizeRepair(principal, 'admin', params.organizationId);
    const provider = await findSamlProvider(db, params);
    if (!provider) throw notFound('SAML provider');
    const viewer = await providerViewer(db, [provider], { principal, publicUrl: config.PUBLIC_URL });
    return presentSamlProvider(provider, viewer);
  },
);
