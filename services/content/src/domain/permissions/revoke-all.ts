import type { Tx } from '@quire/runtime';
import { deletePermissionsOf } from '../../tables/permission.js';
import { tellHolders } from './tell-holders.js';

/** Takes from a user or team all that was granted to them in an organization. Needs `lockCollectionTree`. */
export async function revokeAll(
  tx: Tx,
  subject: { organizationId: string; subjectId: string; until?: Date },
): Promise<void> {
  await tellHolders(tx, await deletePermissionsOf(tx, subject));
}
