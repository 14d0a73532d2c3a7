import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import type { Integrations } from '../../integrations.js';
import { authorizeInOrganization } from '../../policies/integration.js';
import { listInstallations } from '../../tables/installation.js';

export const getOrganizationIntegrationStatus = operation(
  contract.getOrganizationIntegrationStatus,
  async ({ params: { organizationId, integrationName }, principal }, { db }: Integrations) => {
    authorizeInOrganization(principal, 'read', organizationId);
    const filter = { integration: integrationName, organizations: [organizationId] };
    const [installation] = await listInstallations(db, filter, { limit: 1 });
    if (!installation) throw notFound('installation');
    return { status: installation.status };
  },
);
