import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import { needInstallation } from '../../domain/need-installation.js';
import type { Integrations } from '../../integrations.js';
import { presentSiteInstallation } from '../../present/place.js';
import { countInstalled, listInstalled } from '../../tables/place.js';

export const listIntegrationInstallationSites = operation(
  contract.listIntegrationInstallationSites,
  async ({ params, query: { page, limit }, principal }, { db, publicUrl }: Integrations) => {
    const { installation, integration } = await needInstallation(db, { params, principal, right: 'read' });
    const at = { kind: 'site' as const, installation: installation.id, selection: installation.site_selection };
    return listOf(await listInstalled(db, at, { after: idCursor(page), limit: limit + 1 }), {
      limit,
      count: await countInstalled(db, at),
      cursor: ({ place_id }) => [place_id],
      present: (row) => presentSiteInstallation({ row, integration }, publicUrl),
    });
  },
);
