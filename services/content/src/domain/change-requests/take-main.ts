import type { Db, Principal, Tx } from '@quire/runtime';
import type { Content } from '../../context.js';
import { isOutdated } from '../../present/change-request.js';
import type { ChangeRequestRow } from '../../tables/change-request.js';
import { type ConflictRow, countOpenConflicts, insertConflicts } from '../../tables/conflict.js';
import { needRevision } from '../../tables/revision.js';
import type { ContentDraft } from '../content-draft.js';
import type { Conflict } from '../merge/conflict.js';
import { mergeContent } from '../merge/merge-content.js';
import { hashOf } from '../merkle/merkle-map.js';
import { type LockedChangeRequest, draftOf, moveChangeRequest } from './edit-change-request.js';

/** The id of a conflict: the same place in conflict has the same id every time. */
export const conflictId = ({ kind, page, field = '' }: Pick<Conflict, 'kind' | 'page' | 'field'>): string =>
  hashOf([kind, page, field]).slice(0, 20);

/** Merges main into the content of a change request, without storing anything. */
export async function mergeMain(db: Db, draft: ContentDraft, { space, changeRequest, revision }: LockedChangeRequest) {
  const ancestor = changeRequest.revision_merged_ancestor_id ?? changeRequest.revision_initial_id;
  const [base, theirs] = [await needRevision(db, ancestor), await needRevision(db, space.revision_id)];
  return { ...(await mergeContent(draft, { base, ours: revision, theirs })), theirs };
}

/**
 * Brings main's content into a locked change request. Where both sides contradict each other the change request's side
 * stays, and the conflict is recorded. Returns how many conflicts are open afterwards, recorded earlier or now.
 */
export async function takeMain(
  tx: Tx,
  locked: LockedChangeRequest,
  { principal, context }: { principal: Principal; context: Content },
): Promise<{ changeRequest: ChangeRequestRow; openConflicts: number }> {
  let { changeRequest } = locked;
  if (isOutdated(changeRequest)) {
    const draft = draftOf(tx, locked, context);
    const { roots, conflicts, theirs } = await mergeMain(tx, draft, locked);
    changeRequest = await moveChangeRequest(tx, locked, {
      draft,
      roots,
      principal,
      type: 'update',
      mainRevision: theirs.id,
    });
    await insertConflicts(
      tx,
      conflicts.map((conflict) => conflictRow(conflict, changeRequest.id, theirs.id)),
    );
  }
  return { changeRequest, openConflicts: await countOpenConflicts(tx, changeRequest.id) };
}

/** A conflict as it is recorded. */
export function conflictRow(
  conflict: Conflict,
  changeRequestId: string,
  mainRevision: string,
): Omit<ConflictRow, 'resolution'> {
  const { kind, page, field = null, base, ours, theirs } = conflict;
  return {
    id: conflictId(conflict),
    change_request_id: changeRequestId,
    kind,
    page,
    field,
    base,
    ours,
    theirs,
    theirs_revision_id: mainRevision,
  };
}
