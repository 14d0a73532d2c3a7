import type { Content } from '../../context.js';
import { deletePdfs, retirePdfs } from '../../tables/pdf.js';
import { pdfKey } from './pdf-of.js';

const keptForMs = 24 * 60 * 60 * 1_000;
const takenForMs = 5 * 60 * 1_000;
const batch = 100;

/** Removes PDFs that nobody asked for in a day: bytes before rows, so that what a crash leaves behind is found again. */
export async function sweepPdfs({ db, files, now }: Pick<Content, 'db' | 'files' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - keptForMs);
  for (;;) {
    const until = new Date(now().getTime() + takenForMs);
    const keys = await retirePdfs(db, { before, now: now(), until, limit: batch });
    for (const key of keys) await files.delete(pdfKey(key));
    await deletePdfs(db, keys, until);
    if (keys.length < batch) return;
  }
}
