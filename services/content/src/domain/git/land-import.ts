import { type Principal, newId, type Tx } from '@quire/runtime';
import type { Content } from '../../context.js';
import type { Commit } from '../../git/repository.js';
import type { ImportPlan } from '../../import/import-plan.js';
import { upsertGitProposal } from '../../tables/git-base.js';
import { needRevision, type RevisionRow } from '../../tables/revision.js';
import { upsertRevisionCommit } from '../../tables/revision-commit.js';
import type { SpaceRow } from '../../tables/space.js';
import { rememberUser } from '../../tables/user.js';
import { openChangeRequest } from '../change-requests/open-change-request.js';
import { ContentDraft, type ContentRoots } from '../content-draft.js';
import { mergeContent } from '../merge/merge-content.js';
import { emptyMap } from '../merkle/merkle-map.js';
import { moveMain } from '../move-main.js';
import { noteRedirects } from '../pages/redirects.js';
import type { RepositoryLayout } from './export-paths.js';
import { mirrorPlan } from './mirror-plan.js';
import { spaceFiles } from './space-files.js';
import { commonBase, settle } from './sync-place.js';
import type { SyncOrder } from './sync-order.js';

export interface ImportedRepository {
  plan: ImportPlan;
  commit: Commit;
  layout: RepositoryLayout;
  summaryOid: string | null;
}

/** What became of an import: a revision, a change request, or nothing because there was nothing new. */
export type Landed = { revision: string } | { changeRequest: string; number: number; problem: string } | undefined;

/**
 * Brings what a repository holds into a locked space: merged with what the space changed since they were synced last. What
 * contradicts the space, and everything that is for a space whose main content is locked, becomes a change request.
 */
export async function landImport(
  tx: Tx,
  space: SpaceRow,
  imported: ImportedRepository,
  { order, principal, context }: { order: SyncOrder; principal: Principal; context: Content },
): Promise<Landed> {
  const { place, force } = order;
  const { plan, commit, layout, summaryOid } = imported;
  const before = await needRevision(tx, space.revision_id);
  const common = await commonBase(tx, place, { force });
  const draft = new ContentDraft(context.store, tx, before);
  const at = { reader: draft.reader, store: context.files };
  const base = common && (await spaceFiles(common, layout, at));
  const main = await spaceFiles(before, layout, at);
  const mirrored = await mirrorPlan(draft, plan, { base, main, now: context.now() });
  const nothing: ContentRoots = { pages: emptyMap, files: emptyMap };
  const { roots, conflicts } = await mergeContent(draft, { base: common ?? nothing, ours: mirrored, theirs: before });
  const next = { ...mirrored, commit_oid: commit.oid, summary_oid: summaryOid, event_at: order.eventAt };
  const write: Write = { tx, space, before, draft, principal, order, commit };

  await rememberUser(tx, principal);
  if (order.standalone) return { revision: await storeBeside(write, roots) };
  const isSame = roots.pages === before.pages && roots.files === before.files;
  const contradicts = common !== undefined && conflicts.length > 0 && !force;
  if (!isSame && (contradicts || space.edit_mode === 'locked')) {
    const proposed = await propose(write, contradicts ? { from: common, to: mirrored } : { from: before, to: roots });
    await upsertGitProposal(tx, place, { ...next, change_request_id: proposed.id });
    const why = contradicts
      ? 'The space and the repository changed the same things'
      : 'The space is locked for direct edits';
    const problem = `${why}: change request #${proposed.number} holds what the repository has.`;
    return { changeRequest: proposed.id, number: proposed.number, problem };
  }
  await draft.keep(tx);
  await settle(tx, place, next);
  const redirects = () => noteRedirects(tx, draft.reader, space.id, { redirects: plan.redirects, pages: roots.pages });
  if (isSame) {
    await redirects();
    return undefined;
  }
  const revision = await moveMain(tx, space, {
    draft,
    roots,
    before,
    type: 'edits',
    parents: [before.id],
    created_by: principal.userId,
  });
  await redirects();
  await noteCommit(write, revision);
  return { revision };
}

interface Write {
  tx: Tx;
  space: SpaceRow;
  before: RevisionRow;
  draft: ContentDraft;
  principal: Principal;
  order: SyncOrder;
  commit: Commit;
}

async function storeBeside(write: Write, roots: ContentRoots): Promise<string> {
  const { tx, space, before, draft, principal } = write;
  const { id: revision } = await draft.store(tx, {
    space_id: space.id,
    change_request_id: null,
    type: 'edits',
    parents: [before.id],
    created_by: principal.userId,
    standalone: true,
    ...roots,
  });
  await noteCommit(write, revision);
  return revision;
}

/** A change request from one state to another; the former need not be main's. */
async function propose(write: Write, { from, to }: { from: ContentRoots | RevisionRow; to: ContentRoots }) {
  const { tx, space, before, draft, principal, order } = write;
  const id = newId();
  const common = { space_id: space.id, change_request_id: id, created_by: principal.userId };
  const initial =
    'id' in from
      ? from.id
      : (
          await draft.store(tx, {
            ...common,
            type: 'update',
            parents: [before.id],
            pages: from.pages,
            files: from.files,
          })
        ).id;
  const { id: revision } = await draft.store(tx, { ...common, type: 'edits', parents: [initial], ...to });
  await noteCommit(write, revision);
  return openChangeRequest(tx, space, {
    principal,
    id,
    status: 'open',
    subject: `Import of ${order.place.ref.replace(/^refs\/(?:heads|tags)\//, '')}`,
    revision_id: revision,
    revision_initial_id: initial,
  });
}

async function noteCommit({ tx, order, commit }: Write, revision: string): Promise<void> {
  await upsertRevisionCommit(tx, {
    revision_id: revision,
    oid: commit.oid,
    message: commit.message.replaceAll('\0', '').slice(0, 10_000),
    created_by_service: false,
    url: order.commitUrl(commit.oid),
    ref: order.place.ref,
  });
}
