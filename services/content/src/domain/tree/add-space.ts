import { events } from '@quire/contract';
import { newId, type Principal, recordEvent, type Tx } from '@quire/runtime';
import { visibilityOf } from '../../present/space.js';
import { insertRevision, type RevisionRow } from '../../tables/revision.js';
import { insertSpace, needSpace, type NewSpace } from '../../tables/space.js';
import { rememberUser } from '../../tables/user.js';
import { spaceFact } from './tell.js';

/**
 * Adds a space whose history begins with the given content, says so, and returns its id. Content is shared by its hashes:
 * nothing of it is copied. Needs `lockCollectionTree`.
 */
export async function addSpace(
  tx: Tx,
  space: Omit<NewSpace, 'id' | 'revision_id' | 'created_by' | 'told_visibility'>,
  {
    pages,
    shown = pages,
    computed = [],
    files,
    principal,
  }: Pick<RevisionRow, 'pages' | 'files'> & Partial<Pick<RevisionRow, 'shown' | 'computed'>> & { principal: Principal },
): Promise<string> {
  await rememberUser(tx, principal);
  const [id, revisionId] = [newId(), newId()];
  await insertRevision(tx, {
    id: revisionId,
    space_id: id,
    change_request_id: null,
    type: 'edits',
    pages,
    shown,
    computed,
    files,
    parents: [],
    created_by: principal.userId,
  });
  await insertSpace(tx, {
    ...space,
    id,
    revision_id: revisionId,
    created_by: principal.userId,
    told_visibility: visibilityOf(space),
  });
  await recordEvent(tx, events.spaceCreated, spaceFact(await needSpace(tx, id)));
  return id;
}
