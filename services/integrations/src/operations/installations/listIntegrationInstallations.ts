import { contract } from '@quire/contract';
import { idCursor, listOf, operation, type Principal } from '@quire/runtime';
import { visibleIntegration } from '../../domain/visible-integration.js';
import type { Integrations } from '../../integrations.js';
import { administrations, roleIn } from '../../policies/integration.js';
import { presentInstallation } from '../../present/installation.js';
import { countInstallations, listInstallations } from '../../tables/installation.js';
import type { IntegrationRow } from '../../tables/integration.js';

/** All of them to the integration and those who make it; to others those that they administer. */
const listed = (principal: Principal, { name, organization_id }: IntegrationRow) =>
  principal.integration === name || roleIn(principal, organization_id) === 'admin'
    ? {}
    : { organizations: administrations(principal) };

export const listIntegrationInstallations = operation(
  contract.listIntegrationInstallations,
  async ({ params: { integrationName: name }, query, principal }, { db, publicUrl }: Integrations) => {
    const integration = await visibleIntegration(db, name, principal);
    const { page, limit, externalId } = query;
    const filter = { integration: name, externalId, ...listed(principal, integration) };
    return listOf(await listInstallations(db, filter, { after: idCursor(page), limit: limit + 1 }), {
      limit,
      count: await countInstallations(db, filter),
      cursor: ({ id }) => [id],
      present: (row) => presentInstallation(row, publicUrl),
    });
  },
);
