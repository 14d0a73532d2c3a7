import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import { providerViewer } from '../../domain/saml/providers.js';
import type { Identity } from '../../identity.js';
import { authorizeRepair } from '../../policies/organization.js';
import { presentSamlProvider } from '../../present/saml-provider.js';
import { countSamlProviders, listSamlProviders } from '../../tables/saml-provider.js';

export const listSAMLProvidersInOrganizationById = operation(
  contract.listSAMLProvidersInOrganizationById,
  async ({ params: { organizationId }, query, principal }, { db, config }: Identity) => {
    authorizeRepair(principal, 'admin', organizationId);
    const { limit } = query;
    const rows = await listSamlProviders(db, organizationId, { after: idCursor(query.page), limit: limit + 1 });
    const viewer = await providerViewer(db, rows, { principal, publicUrl: config.PUBLIC_URL });
    return listOf(rows, {
      limit,
      count: await countSamlProviders(db, organizationId),
      cursor: ({ id }) => [id],
      present: (provider) => presentSamlProvider(provider, viewer),
    });
  },
);
