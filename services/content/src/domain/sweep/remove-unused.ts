import type { FileStore, Tx } from '@quire/runtime';
import { deleteCondemned, type Kind, takeCondemned } from '../../tables/condemned.js';
import { deleteDocuments } from '../../tables/document.js';
import { deleteLinkSets } from '../../tables/link.js';
import { deleteNodes } from '../../tables/node.js';
import { deleteSections } from '../../tables/search.js';
import { fileKey } from '../files/file-record.js';

/** Longer than anybody takes from looking at content, or storing it, to the commit of a revision that holds it. */
const graceMs = 12 * 60 * 60 * 1_000;

const removals: Record<Kind, (tx: Tx, hashes: readonly string[], files: FileStore) => Promise<unknown>> = {
  nodes: deleteNodes,
  documents: deleteDocuments,
  sections: deleteSections,
  links: deleteLinkSets,
  // Inside the transaction, as it is the lock that keeps others from using these bytes: few at a time.
  bytes: (_, hashes, files) => Promise.all(hashes.map((hash) => files.delete(fileKey(hash)))),
};

/**
 * Removes the next condemned things that were so for long when the sweep began and are unused still, and lets go those that
 * are used again. Resolves with the last hash, or undefined at the end.
 */
export async function removeUnused(
  tx: Tx,
  kind: Kind,
  { after, startedAt, files }: { after: string; startedAt: Date; files: FileStore },
): Promise<string | undefined> {
  const condemned = await takeCondemned(tx, kind, { after, limit: kind === 'bytes' ? 20 : 500 });
  const isOld = ({ since }: { since: Date }) => since.getTime() <= startedAt.getTime() - graceMs;
  const hashes = (some: typeof condemned) => some.map(({ hash }) => hash);
  await removals[kind](tx, hashes(condemned.filter((each) => !each.used && isOld(each))), files);
  await deleteCondemned(tx, kind, hashes(condemned.filter((each) => each.used || isOld(each))));
  return condemned.at(-1)?.hash;
}
