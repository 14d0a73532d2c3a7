import { type Db, notFound, type Principal, type Tx } from '@quire/runtime';
import type { Content } from '../../context.js';
import type { ImportPlan } from '../../import/import-plan.js';
import { authorize } from '../../policies/authorize.js';
import { findChangeRequest } from '../../tables/change-request.js';
import { needRevision } from '../../tables/revision.js';
import { findSpace, lockSpace } from '../../tables/space.js';
import { rememberUser } from '../../tables/user.js';
import { assertEditable, draftOf, lockForEdit, moveChangeRequest } from '../change-requests/edit-change-request.js';
import { ContentDraft } from '../content-draft.js';
import { assertLive, moveMain } from '../move-main.js';
import { noteRedirects } from '../pages/redirects.js';
import { applyPlan } from './apply-plan.js';

/** Where an import goes: the main content of a space, or one of its change requests. */
export interface ImportPlace {
  spaceId: string;
  /** Its id or number. */
  changeRequestId?: string;
}

/** Refuses whoever may not import there, before anything is fetched. */
export async function authorizeImport(
  db: Db,
  { spaceId, changeRequestId }: ImportPlace,
  principal: Principal,
): Promise<void> {
  const space = authorize(principal, 'edit', await findSpace(db, spaceId, principal), 'space');
  if (changeRequestId === undefined) return assertLive(space);
  const changeRequest = await findChangeRequest(db, spaceId, changeRequestId);
  if (!changeRequest) throw notFound('change request');
  assertEditable(changeRequest);
}

interface Landing {
  plan: ImportPlan;
  principal: Principal;
  context: Content;
}

/** Makes a plan a revision of where it goes, if the caller may still do so, and returns its id. */
export async function landPlan(tx: Tx, { spaceId, changeRequestId }: ImportPlace, landing: Landing): Promise<string> {
  return changeRequestId === undefined
    ? landOnMain(tx, spaceId, landing)
    : landInChangeRequest(tx, { spaceId, changeRequestId }, landing);
}

async function landOnMain(tx: Tx, spaceId: string, { plan, principal, context }: Landing): Promise<string> {
  const space = authorize(principal, 'edit', await lockSpace(tx, spaceId, principal), 'space');
  assertLive(space);
  await rememberUser(tx, principal);
  const before = await needRevision(tx, space.revision_id);
  const draft = new ContentDraft(context.store, tx, before);
  await applyPlan(draft, plan, { pages: before.pages, now: context.now() });
  const roots = await draft.finish();
  const revision = await moveMain(tx, space, {
    draft,
    roots,
    before,
    type: 'edits',
    parents: [before.id],
    created_by: principal.userId,
  });
  await noteRedirects(tx, draft.reader, spaceId, { redirects: plan.redirects, pages: roots.pages });
  return revision;
}

async function landInChangeRequest(
  tx: Tx,
  place: Required<ImportPlace>,
  { plan, principal, context }: Landing,
): Promise<string> {
  const locked = await lockForEdit(tx, place, { principal, needed: 'edit' });
  assertEditable(locked.changeRequest);
  const draft = draftOf(tx, locked, context);
  await applyPlan(draft, plan, { pages: locked.revision.pages, now: context.now() });
  const { revision_id } = await moveChangeRequest(tx, locked, { draft, roots: await draft.finish(), principal });
  return revision_id;
}
