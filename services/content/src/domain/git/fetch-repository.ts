import { archiveEntries } from '../../git/archive-entries.js';
import { listFiles, type RepositoryFile } from '../../git/list-files.js';
import { openRepository, type RemotePlace, type Repository } from '../../git/repository.js';
import { findLayout } from '../../import/layout.js';
import { joinPath, Source } from '../../import/source.js';
import type { Content } from '../../context.js';
import type { RepositoryLayout } from './export-paths.js';
import { syncTimeoutMs } from './run-sync.js';
import type { SyncOrder } from './sync-order.js';

/** A repository at one commit, and the files of the project in it. */
export interface Fetched {
  repository: Repository;
  files: ReadonlyMap<string, RepositoryFile>;
  layout: RepositoryLayout;
}

/** A little of the gateway's patience is left for the database. */
const timeoutMs = syncTimeoutMs - 30_000;

/** Fetches a repository, what the reference names in it or else what its default branch does, and lists its files. */
export async function fetchRepository(
  { place, remote }: SyncOrder,
  { outbound }: Pick<Content, 'outbound'>,
  { signal }: Pick<RemotePlace, 'signal'>,
): Promise<Fetched> {
  const repository = await openRepository(outbound, { remote, ref: place.ref, signal, timeoutMs });
  const { start } = repository;
  const files = start ? await listFiles(repository, start.tree, place.directory) : new Map<string, RepositoryFile>();
  const source = new Source(await archiveEntries(repository, files, (path) => layoutFiles.has(path)));
  const { root, summary } = await findLayout(source, []);
  return { repository, files, layout: { root, summary: summary ?? joinPath(root, 'SUMMARY.md')! } };
}

const layoutFiles = new Set(['.gitbook.yaml', 'book.toml']);
