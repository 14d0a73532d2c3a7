import type { Content } from '../../context.js';
import type { ChangeRequestRow } from '../../tables/change-request.js';
import type { ConflictRow } from '../../tables/conflict.js';
import { needRevision } from '../../tables/revision.js';
import type { SeenSpace } from '../../tables/space.js';
import { ContentDraft } from '../content-draft.js';
import { conflictRow, mergeMain } from './take-main.js';

/** The conflicts that bringing main into a change request would record now. Nothing is stored. */
export async function prospectiveConflicts(
  { space, changeRequest }: { space: SeenSpace; changeRequest: ChangeRequestRow },
  { db, store }: Content,
): Promise<ConflictRow[]> {
  const revision = await needRevision(db, changeRequest.revision_id);
  const draft = new ContentDraft(store, db, revision);
  const { conflicts, theirs } = await mergeMain(db, draft, { space, changeRequest, revision });
  return conflicts.map((conflict) => ({ ...conflictRow(conflict, changeRequest.id, theirs.id), resolution: null }));
}
