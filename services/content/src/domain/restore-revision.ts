import { type Principal, type Tx, conflict, notFound } from '@quire/runtime';
import type { Content } from '../context.js';
import { needRevision } from '../tables/revision.js';
import type { SpaceRow } from '../tables/space.js';
import { rememberUser } from '../tables/user.js';
import { ContentDraft } from './content-draft.js';
import { moveMain } from './move-main.js';

/**
 * Gives a locked space the content of one of its earlier revisions, as a new revision of main: nothing of the history goes.
 * Returns the id of the new revision; 409 when the content is the same already.
 */
export async function restoreRevision(
  tx: Tx,
  space: SpaceRow,
  { revisionId, principal, store }: { revisionId: string; principal: Principal; store: Content['store'] },
): Promise<string> {
  const earlier = await store.revision(tx, revisionId);
  if (earlier?.space_id !== space.id) throw notFound('revision');
  if (earlier.change_request_id !== null)
    throw conflict('The revision is of a change request: merge that to have it on main.');
  const before = await needRevision(tx, space.revision_id);
  if (earlier.pages === before.pages && earlier.files === before.files)
    throw conflict('The space has the content of that revision already.');
  await rememberUser(tx, principal);
  return moveMain(tx, space, {
    draft: new ContentDraft(store, tx, before),
    roots: { pages: earlier.pages, files: earlier.files },
    before,
    type: 'rollback',
    parents: [before.id],
    created_by: principal.userId,
  });
}
