import type { SiteInstallation, SpaceInstallation } from '@quire/contract';
import { type Shown, stateOf } from '../domain/places.js';
import type { PlaceKind } from '../tables/place.js';

function present(kind: PlaceKind, { row, integration }: Shown, publicUrl: string) {
  const at = `${integration.name}/${row.installation_id}/${kind}s/${row.place_id}`;
  return {
    integration: integration.name,
    installation: row.installation_id,
    ...stateOf(row, integration, kind),
    urls: {
      location: `${publicUrl}/v1/integrations/${integration.name}/installations/${row.installation_id}/${kind}s/${row.place_id}`,
      publicEndpoint: `${publicUrl}/i/${at}`,
    },
  };
}

export const presentSpaceInstallation = (shown: Shown, publicUrl: string): SpaceInstallation => ({
  ...present('space', shown, publicUrl),
  space: shown.row.place_id,
});

export const presentSiteInstallation = (shown: Shown, publicUrl: string): SiteInstallation => ({
  ...present('site', shown, publicUrl),
  site: shown.row.place_id,
});
