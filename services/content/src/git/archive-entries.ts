import type { ArchiveEntry } from '../import/archive.js';
import { breather } from '../import/breather.js';
import type { RepositoryFile } from './list-files.js';
import type { Repository } from './repository.js';

/**
 * The files of a commit as an import takes them. How large a file is, is known only once it was read: those that are not
 * `wanted` count as empty, and must not be read.
 */
export async function archiveEntries(
  { read, attempt, signal }: Repository,
  files: ReadonlyMap<string, RepositoryFile>,
  wanted: (path: string) => boolean = () => true,
): Promise<ArchiveEntry[]> {
  return attempt(async () => {
    const entries: ArchiveEntry[] = [];
    const pause = breather();
    for (const { path, oid } of files.values()) {
      signal.throwIfAborted();
      const size = wanted(path) ? (await read(oid)).length : 0;
      entries.push({ path, size, read: () => attempt(() => read(oid)) });
      await pause();
    }
    return entries;
  });
}
