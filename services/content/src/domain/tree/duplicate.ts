import { events } from '@quire/contract';
import { newId, type Principal, recordEvent, type Tx } from '@quire/runtime';
import { copyBelongings } from '../../tables/belongings.js';
import { insertRevision, needRevision } from '../../tables/revision.js';
import { findSpaces, insertSpace, type SpaceRow } from '../../tables/space.js';
import { rememberUser } from '../../tables/user.js';
import { tellHolders } from '../permissions/tell-holders.js';
import { findPlace } from './find-place.js';
import { spaceFact } from './tell.js';

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
  await rememberUser(tx, principal);
  const { pages, files } = await needRevision(tx, original.revision_id);
  const [id, revisionId] = [newId(), newId()];
  await insertRevision(tx, {
    id: revisionId,
    space_id: id,
    change_request_id: null,
    type: 'edits',
    // Content is shared by its hashes: nothing of it is copied.
    pages,
    files,
    parents: [],
    created_by: principal.userId,
  });
  await insertSpace(tx, {
    id,
    organization_id,
    parent_id,
    order_key: place!,
    title: titleOfCopy(original.title),
    emoji,
    icon,
    default_level,
    edit_mode,
    revision_id: revisionId,
    created_by: principal.userId,
  });
  await copyBelongings(tx, { from: original.id, to: id });
  const [copy] = await findSpaces(tx, [id]);
  await recordEvent(tx, events.spaceCreated, spaceFact(copy!));
  await tellHolders(tx, [id]);
  return id;
}
