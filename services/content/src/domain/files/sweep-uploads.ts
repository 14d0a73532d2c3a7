import type { Content } from '../../context.js';
import { deleteUploads, findOldUploads } from '../../tables/upload.js';
import { uploadKey } from '../edit/insert-files.js';

const keptForMs = 2 * 24 * 60 * 60 * 1_000;
const batch = 100;

/** Removes uploads that are older than any address of theirs: bytes first, so that a crash in between leaves the row to try again. */
export async function sweepUploads({ db, files, now }: Content): Promise<void> {
  const before = new Date(now().getTime() - keptForMs);
  for (
    let ids = await findOldUploads(db, { before, limit: batch });
    ids.length > 0;
    ids = await findOldUploads(db, { before, limit: batch })
  ) {
    for (const id of ids) await files.delete(uploadKey(id));
    await deleteUploads(db, ids);
  }
}
