import type { Installation } from '@quire/contract';
import type { InstallationView } from '../tables/installation.js';

export const presentInstallation = (row: InstallationView, publicUrl: string): Installation => ({
  id: row.id,
  status: row.status,
  space_selection: row.space_selection,
  site_selection: row.site_selection,
  spaces: row.spaces,
  configuration: row.configuration,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  urls: {
    location: `${publicUrl}/v1/integrations/${row.integration}/installations/${row.id}`,
    app: `${publicUrl}/app/integration/${row.integration}/installation/${row.id}`,
    publicEndpoint: `${publicUrl}/i/${row.integration}/${row.id}`,
  },
  externalIds: row.external_ids,
  target: { organization: row.organization_id },
});
