import { contract } from '@quire/contract';
import { idCursor, listOf, operation } from '@quire/runtime';
import { needInstallation } from '../../domain/need-installation.js';
import type { Integrations } from '../../integrations.js';
import { presentSpaceInstallation } from '../../present/place.js';
import { countInstalled, listInstalled } from '../../tables/place.js';

export const listIntegrationInstallationSpaces = operation(
  contract.listIntegrationInstallationSpaces,
  async ({ params, query: { page, limit }, principal }, { db, publicUrl }: Integrations) => {
    const { installation, integration } = await needInstallation(db, { params, principal, right: 'read' });
    const at = { kind: 'space' as const, installation: installation.id, selection: installation.space_selection };
    return listOf(await listInstalled(db, at, { after: idCursor(page), limit: limit + 1 }), {
      limit,
      count: await countInstalled(db, at),
      cursor: ({ place_id }) => [place_id],
      present: (row) => presentSpaceInstallation({ row, integration }, publicUrl),
    });
  },
);
