import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import { viewOf } from '../../domain/owners.js';
import type { Integrations } from '../../integrations.js';
import { authorizeInOrganization } from '../../policies/integration.js';
import { presentInstallation } from '../../present/installation.js';
import { presentIntegration } from '../../present/integration.js';
import { countInstallations, listInstallations } from '../../tables/installation.js';
import { findIntegrations } from '../../tables/integration.js';

export const listOrganizationInstallations = operation(
  contract.listOrganizationInstallations,
  async ({ params: { organizationId }, query, principal }, integrations: Integrations) => {
    authorizeInOrganization(principal, 'admin', organizationId);
    const { db, publicUrl } = integrations;
    const { page, limit, search } = query;
    const filter = { organizations: [organizationId], search };
    const rows = await listInstallations(db, filter, { after: idCursor(page), limit: limit + 1 });
    const named = await findIntegrations(
      db,
      rows.slice(0, limit).map(({ integration }) => integration),
    );
    const view = await viewOf(named, principal, integrations);
    const byName = new Map(named.map((row) => [row.name, presentIntegration(row, view)]));
    // What was withdrawn between the two queries is left out.
    const there = rows.filter(({ integration }, index) => index >= limit || byName.has(integration));
    return listOf(there, {
      limit,
      count: await countInstallations(db, filter),
      cursor: ({ id }) => [id],
      present: (row) => ({
        installation: presentInstallation(row, publicUrl),
        integration: byName.get(row.integration)!,
      }),
    });
  },
);
