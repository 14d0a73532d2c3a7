import type { Tx } from '@quire/runtime';
import { deletePlace, type KnownPlace, type PlaceKind, projectPlace, strandedInstallations } from '../tables/place.js';
import { touchInstallations } from './installations.js';

/** Notes what is known of a space or site, and takes it out of installations that it is out of reach for. */
export async function projectKnown(tx: Tx, kind: PlaceKind, row: KnownPlace): Promise<void> {
  if (!(await projectPlace(tx, kind, row))) return;
  const organization = row.state === 'purged' ? null : row.organization_id;
  const installations = await strandedInstallations(tx, kind, { place: row.id, organization });
  await deletePlace(tx, kind, { place: row.id, installations });
  await touchInstallations(tx, installations);
}
