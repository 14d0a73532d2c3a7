import { invalid } from '@quire/runtime';
import type { Content } from '../../context.js';
import { fetchRepository } from './fetch-repository.js';
import type { ImportedRepository } from './land-import.js';
import { planRepository } from './plan-repository.js';
import { spaceFiles } from './space-files.js';
import type { SyncOrder } from './sync-order.js';
import { commonBase } from './sync-place.js';

/**
 * Fetches what a reference of a repository holds and plans its import. Undefined when there is nothing new: the commit was
 * imported before, or a later event was heeded already.
 */
export async function readRepository(
  order: SyncOrder,
  context: Content,
  { signal }: { signal: AbortSignal },
): Promise<ImportedRepository | undefined> {
  const { db, store, files } = context;
  const common = await commonBase(db, order.place, order);
  if (isStale(order, common)) return undefined;
  const fetched = await fetchRepository(order, context, { signal });
  const { commit } = fetched.repository;
  if (!commit) throw invalid([{ path: 'body.ref', message: 'names no branch or tag of the repository.' }]);
  if (commit.oid === common?.commit_oid && !order.force && !order.standalone) return undefined;
  const { layout } = fetched;
  const known = common && (await spaceFiles(common, layout, { reader: store.reader(db), store: files }));
  const plan = await planRepository(fetched, {
    pages: new Set(known?.paths.pageAt.keys()),
    files: new Set(known?.paths.fileAt.keys()),
  });
  return { plan, commit, layout, summaryOid: fetched.files.get(layout.summary)?.oid ?? null };
}

/** Whether a later event was heeded already, and with it what this one tells of. */
export const isStale = ({ eventAt }: SyncOrder, common: { event_at: Date | null } | undefined): boolean =>
  eventAt !== null && common?.event_at != null && eventAt < common.event_at;
