import { events } from '@quire/contract';
import type { Principal, Tx } from '@quire/runtime';
import type { Content } from '../../context.js';
import { isOutdated } from '../../present/change-request.js';
import { updateChangeRequest } from '../../tables/change-request.js';
import { countOpenConflicts } from '../../tables/conflict.js';
import { needRevision } from '../../tables/revision.js';
import { countChangeRequests } from '../../tables/space.js';
import { rememberUser } from '../../tables/user.js';
import type { ContentRoots } from '../content-draft.js';
import { moveMain } from '../move-main.js';
import { type LockedChangeRequest, announce, draftOf } from './edit-change-request.js';
import { mergeMain } from './take-main.js';

/**
 * Lands a locked change request on main and returns main's new revision. Returns undefined, having changed nothing, when the
 * two contradict each other or recorded conflicts are not resolved.
 */
export async function landChangeRequest(
  tx: Tx,
  locked: LockedChangeRequest,
  { principal, context }: { principal: Principal; context: Content },
): Promise<string | undefined> {
  const { space, changeRequest, revision } = locked;
  if ((await countOpenConflicts(tx, changeRequest.id)) > 0) return undefined;
  const draft = draftOf(tx, locked, context);
  let roots: ContentRoots = { pages: revision.pages, files: revision.files };
  if (isOutdated(changeRequest)) {
    const merged = await mergeMain(tx, draft, locked);
    if (merged.conflicts.length > 0) return undefined;
    ({ roots } = merged);
  }
  await rememberUser(tx, principal);
  const draftOrOpen = changeRequest.status === 'draft' ? 'change_requests_draft' : 'change_requests_open';
  await countChangeRequests(tx, space.id, { [draftOrOpen]: -1 });
  const id = await moveMain(tx, space, {
    draft,
    roots,
    before: await needRevision(tx, space.revision_id),
    type: 'merge',
    parents: [space.revision_id, revision.id],
    created_by: principal.userId,
  });
  await updateChangeRequest(tx, changeRequest.id, { status: 'merged', revision_merged_id: id });
  await announce(tx, space, changeRequest.id, events.changeRequestMerged);
  return id;
}
