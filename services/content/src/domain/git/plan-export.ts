import { conflict } from '@quire/runtime';
import { blobId } from '../../git/blob-id.js';
import type { RepositoryFile } from '../../git/list-files.js';
import { breather } from '../../import/breather.js';
import type { TreeEdits } from '../../git/write-commit.js';
import type { RepositoryLayout } from './export-paths.js';
import type { SpaceFiles } from './space-files.js';
import { sameItems, saysTheSame, writeSummary } from './table-of-contents.js';

export interface ExportSides {
  /** What the space holds now, and what it and the repository had in common last. */
  own: SpaceFiles;
  base: (SpaceFiles & { summaryOid: string | null }) | undefined;
  /** What the repository holds now, by path, and its table of contents. */
  remote: ReadonlyMap<string, RepositoryFile>;
  remoteSummary: string | undefined;
  layout: RepositoryLayout;
  /** Folder of the project in the repository, empty for the top. */
  directory: string;
}

/**
 * What has to change in a repository so that it holds what the space does. What the space did not change since they had it in
 * common stays as the repository has it. 409 where both changed the same file, unless the space's side is forced.
 */
export async function planExport(
  sides: ExportSides,
  { force }: { force: boolean },
): Promise<{ edits: TreeEdits; summaryOid: string | null }> {
  const { own, base, remote, layout, directory } = sides;
  const edits = new Map<string, Buffer | null>();
  const conflicts: string[] = [];
  const pause = breather();
  const written = (path: string) => remote.get(path)?.written ?? (directory === '' ? path : `${directory}/${path}`);
  for (const path of new Set([...own.files.keys(), ...(base?.files.keys() ?? [])])) {
    await pause();
    const mine = own.files.get(path);
    const [ours, before, theirs] = [mine?.oid, base?.files.get(path)?.oid, remote.get(path)?.oid];
    if (ours === before || ours === theirs) continue;
    if (theirs !== before && !force) conflicts.push(path);
    else edits.set(written(path), mine ? await mine.read() : null);
  }
  const theirSummary = remote.get(layout.summary)?.oid ?? null;
  const { summary, agreed } = newSummary(sides);
  if (summary !== undefined) {
    if (theirSummary !== (base?.summaryOid ?? null) && !force) conflicts.push(layout.summary);
    else edits.set(written(layout.summary), summary);
  }
  if (conflicts.length > 0) throw contradicted(conflicts);
  return { edits, summaryOid: summary ? blobId(summary) : agreed };
}

/** The table of contents, if the one in the repository has to say what the space now does; else the one that stands for both. */
function newSummary({ own, base, remote, remoteSummary, layout }: ExportSides): {
  summary?: Buffer;
  agreed: string | null;
} {
  if (base && sameItems(own.contents, base.contents)) return { agreed: base.summaryOid };
  const agreed = remote.get(layout.summary)?.oid ?? null;
  if (remoteSummary !== undefined && saysTheSame(remoteSummary, own.contents, { layout, paths: own.paths }))
    return { agreed };
  return { agreed, summary: Buffer.from(writeSummary(own.contents)) };
}

function contradicted(paths: readonly string[]) {
  const named = paths.slice(0, 10).join(', ') + (paths.length > 10 ? ` and ${paths.length - 10} more` : '');
  return conflict(
    `Both the space and the repository changed these files since they were synced: ${named}. Import first, or set "force" to write the space's side.`,
  );
}
