import { events } from '@quire/contract';
import { type Principal, type Role, type Tx, conflict, notFound, recordEvent } from '@quire/runtime';
import type { Content } from '../../context.js';
import { authorize } from '../../policies/authorize.js';
import {
  type ChangeRequestRow,
  insertContributor,
  lockChangeRequest,
  updateChangeRequest,
} from '../../tables/change-request.js';
import { type RevisionRow, needRevision } from '../../tables/revision.js';
import { type SeenSpace, type SpaceRow, lockSpace } from '../../tables/space.js';
import { rememberUser } from '../../tables/user.js';
import { ContentDraft, type ContentRoots } from '../content-draft.js';

/** A change request that the transaction has locked, together with its space. */
export interface LockedChangeRequest {
  space: SeenSpace;
  changeRequest: ChangeRequestRow;
  /** Its current content. */
  revision: RevisionRow;
}

/** Finds and locks a change request for a caller with the level; 404 when there is none, 409 when it is final. */
export async function lockForEdit(
  tx: Tx,
  { spaceId, changeRequestId }: { spaceId: string; changeRequestId: string },
  { principal, needed }: { principal: Principal; needed: Role },
): Promise<LockedChangeRequest> {
  const space = authorize(principal, needed, await lockSpace(tx, spaceId, principal), 'space');
  const changeRequest = await lockChangeRequest(tx, spaceId, changeRequestId);
  if (!changeRequest) throw notFound('change request');
  if (changeRequest.status === 'merged') throw conflict('The change request is merged: start a new one.');
  return { space, changeRequest, revision: await needRevision(tx, changeRequest.revision_id) };
}

/** An archived change request keeps its content until it is a draft or open again. */
export function assertEditable({ status }: ChangeRequestRow): void {
  if (status === 'archived') throw conflict('The change request is archived: set its status to draft or open first.');
}

/** Gives a locked change request new content: a revision, its contributor, and word to everybody who listens. */
export async function moveChangeRequest(
  tx: Tx,
  { space, changeRequest, revision }: LockedChangeRequest,
  {
    draft,
    roots,
    principal,
    type = 'edits',
    mainRevision,
  }: {
    draft: ContentDraft;
    roots: ContentRoots;
    principal: Principal;
    type?: RevisionRow['type'];
    /** Main's revision, when this takes main in. */
    mainRevision?: string;
  },
): Promise<ChangeRequestRow> {
  await rememberUser(tx, principal);
  const { id } = await draft.store(tx, {
    space_id: space.id,
    change_request_id: changeRequest.id,
    type,
    parents: mainRevision === undefined ? [revision.id] : [revision.id, mainRevision],
    created_by: principal.userId,
    ...roots,
  });
  await insertContributor(tx, changeRequest.id, principal.userId);
  await updateChangeRequest(tx, changeRequest.id, {
    revision_id: id,
    ...(mainRevision === undefined ? {} : { revision_merged_ancestor_id: mainRevision }),
  });
  return announce(tx, space, changeRequest.id, events.changeRequestUpdated);
}

type ChangeRequestEvent =
  | typeof events.changeRequestOpened
  | typeof events.changeRequestUpdated
  | typeof events.changeRequestMerged
  | typeof events.changeRequestArchived;

/** Reads a change request anew and records what happened to it. */
export async function announce(
  tx: Tx,
  space: SpaceRow,
  id: string,
  event: ChangeRequestEvent,
): Promise<ChangeRequestRow> {
  const row = (await lockChangeRequest(tx, space.id, id))!;
  await recordEvent(tx, event, {
    subject: row.id,
    sequence: row.version,
    data: {
      changeRequest: row.id,
      space: space.id,
      organization: space.organization_id,
      number: row.number,
      status: row.status,
      subject: row.subject,
      createdBy: row.created_by,
      revision: row.revision_id,
      ...(row.revision_merged_id === null ? {} : { revisionMerged: row.revision_merged_id }),
    },
  });
  return row;
}

/** A draft on top of the current content of a locked change request. */
export const draftOf = (tx: Tx, { revision }: LockedChangeRequest, { store }: Content): ContentDraft =>
  new ContentDraft(store, tx, revision);
