import { type Principal, notFound } from '@quire/runtime';
import type { Content } from '../context.js';
import { authorize } from '../policies/authorize.js';
import { type ChangeRequestRow, findChangeRequest } from '../tables/change-request.js';
import type { RevisionRow } from '../tables/revision.js';
import { type SeenSpace, findSpace } from '../tables/space.js';
import type { ContentReader } from './store/content-store.js';

/** Names a state of a space's content: main's, a change request's, or that of any revision. */
export interface ContentAddress {
  spaceId: string;
  changeRequestId?: string;
  revisionId?: string;
}

/** A state of a space's content that the caller may read. */
export interface ContentAt {
  space: SeenSpace;
  revision: RevisionRow;
  changeRequest?: ChangeRequestRow;
  reader: ContentReader;
}

/** A revision with the pages that readers see. */
export const asShown = (revision: RevisionRow): RevisionRow => ({ ...revision, pages: revision.shown });

/**
 * Finds the content of an address; 404 for what does not exist or the caller may not see. Its pages are those that readers
 * see, or with `computed` false those that people wrote.
 */
export async function contentAt(
  address: ContentAddress,
  principal: Principal,
  context: Content,
  { computed = true }: { computed?: boolean } = {},
): Promise<ContentAt> {
  const at = await writtenContentAt(address, principal, context);
  return computed ? { ...at, revision: asShown(at.revision) } : at;
}

async function writtenContentAt(
  address: ContentAddress,
  principal: Principal,
  { db, store }: Content,
): Promise<ContentAt> {
  const { spaceId, changeRequestId, revisionId } = address;
  const space = authorize(principal, 'read', await findSpace(db, spaceId, principal), 'space');
  const reader = store.reader(db);
  if (revisionId !== undefined) {
    const revision = await store.revision(db, revisionId);
    if (revision?.space_id !== spaceId) throw notFound('revision');
    return { space, revision, reader };
  }
  if (changeRequestId !== undefined) {
    const changeRequest = await findChangeRequest(db, spaceId, changeRequestId);
    if (!changeRequest) throw notFound('change request');
    return { space, changeRequest, revision: await store.needRevision(db, changeRequest.revision_id), reader };
  }
  return { space, revision: await store.needRevision(db, space.revision_id), reader };
}
