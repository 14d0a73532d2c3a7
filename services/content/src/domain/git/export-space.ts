import { type Principal, notFound } from '@quire/runtime';
import type { Content } from '../../context.js';
import { keepsMoving, push, writeCommit } from '../../git/write-commit.js';
import type { Commit } from '../../git/repository.js';
import { findRevision, type RevisionRow } from '../../tables/revision.js';
import { fetchRepository } from './fetch-repository.js';
import { planExport } from './plan-export.js';
import { spaceFiles } from './space-files.js';
import type { SyncOrder } from './sync-order.js';
import { isStale } from './read-repository.js';
import { commonBase } from './sync-place.js';

const attempts = 3;

/** What an export did: the revision that was written, and the commit that holds it; no commit in an empty repository. */
export interface Exported {
  revisionId: string;
  pages: string;
  files: string;
  commit: Commit | undefined;
  /** Whether the commit holds nothing but what the space has taken in or written. */
  isWhole: boolean;
  /** Whether there was something to write. */
  isNew: boolean;
  summaryOid: string | null;
}

/**
 * Writes a revision of a space to a repository as one commit, and pushes it; never over what others pushed meanwhile.
 * Nothing of the space changes. 409 when both changed the same files, or the branch moves every time.
 */
export async function exportSpace(
  revisionId: string,
  {
    order,
    message,
    principal,
    signal,
  }: { order: SyncOrder; message: string; principal: Principal; signal: AbortSignal },
  context: Content,
): Promise<Exported> {
  const { db, store, files: fileStore, links, now } = context;
  const revision = await findRevision(db, revisionId);
  if (!revision) throw notFound('revision');
  const at = { reader: store.reader(db), store: fileStore };
  for (let attempt = 1; attempt <= attempts; attempt += 1) {
    const common = await commonBase(db, order.place, order);
    if (isStale(order, common))
      return { revisionId, ...rootsOf(revision), commit: undefined, isWhole: false, isNew: false, summaryOid: null };
    const { repository, files, layout } = await fetchRepository(order, context, { signal });
    const summary = files.get(layout.summary);
    const { edits, summaryOid } = await planExport(
      {
        own: await spaceFiles(revision, layout, at),
        base: common && { ...(await spaceFiles(common, layout, at)), summaryOid: common.summary_oid },
        remote: files,
        remoteSummary: summary && (await repository.attempt(() => repository.read(summary.oid))).toString(),
        layout,
        directory: order.place.directory,
      },
      order,
    );
    const isWhole = repository.start?.oid === common?.commit_oid;
    const done = { revisionId, ...rootsOf(revision), summaryOid, isWhole };
    if (edits.size === 0 && (repository.commit || !repository.start))
      return { ...done, commit: repository.commit, isNew: false };
    const committer = { name: 'Quire', email: `noreply@${new URL(links.publicUrl).hostname}`, at: now() };
    const author = { name: principal.displayName, email: principal.email, at: now() };
    // A branch that does not exist yet begins where the default branch is.
    const commit =
      edits.size === 0 ? repository.start! : await writeCommit(repository, edits, { message, author, committer });
    if (await push(repository, commit)) return { ...done, commit, isNew: edits.size > 0 };
  }
  throw keepsMoving();
}

const rootsOf = ({ pages, files }: RevisionRow) => ({ pages, files });
