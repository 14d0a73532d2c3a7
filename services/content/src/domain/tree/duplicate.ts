import type { Principal, Tx } from '@quire/runtime';
import { copyBelongings } from '../../tables/belongings.js';
import { needRevision } from '../../tables/revision.js';
import type { SpaceRow } from '../../tables/space.js';
import { tellHolders } from '../permissions/tell-holders.js';
import { addSpace } from './add-space.js';
import { findPlace } from './find-place.js';

const longestTitle = 50;

/** Counts code points, as the bounds of titles do. */
const titleOfCopy = (title: string) => Array.from(`Copy of ${title}`).slice(0, longestTitle).join('');

/**
 * Makes a copy of a locked space right behind it and returns its id. The copy has the content, open to the same people;
 * history, change requests and comments stay with the original. Needs `lockCollectionTree`.
 */
export async function duplicate(tx: Tx, original: SpaceRow, principal: Principal): Promise<string> {
  const { organization_id, parent_id, emoji, icon, default_level, edit_mode } = original;
  const behind = { position: { after: { kind: 'space', id: original.id } } } as const;
  const place = await findPlace(tx, { organizationId: organization_id, parentId: parent_id }, behind);
  const { pages, shown, computed, files } = await needRevision(tx, original.revision_id);
  const id = await addSpace(
    tx,
    {
      organization_id,
      parent_id,
      order_key: place!,
      title: titleOfCopy(original.title),
      emoji,
      icon,
      default_level,
      edit_mode,
    },
    { pages, shown, computed, files, principal },
  );
  await copyBelongings(tx, { from: original.id, to: id });
  await tellHolders(tx, [id]);
  return id;
}
