import { open } from 'node:fs/promises';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Archive, ArchiveEntry } from '../archive.js';
import type { Given } from './converter.js';

/** What the first bytes of a file say it is. */
export async function sniff(path: string): Promise<'zip' | 'old-word' | 'pdf' | 'html' | 'other'> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
    const head = buffer.subarray(0, bytesRead).toString('latin1');
    if (head.startsWith('PK')) return 'zip';
    if (head.startsWith('\xD0\xCF\x11\xE0')) return 'old-word';
    if (head.startsWith('%PDF')) return 'pdf';
    return /^(?:\xEF\xBB\xBF)?\s*<(?:!doctype|html|head|body|meta|!--|title|div|p|h1)\b/i.test(head) ? 'html' : 'other';
  } finally {
    await file.close();
  }
}

/** The entries of a zip file. Some tools put their export into zip files inside of one: those are opened as well, once. */
export async function entriesOf({ path, folder, open: openArchive }: Given): Promise<ArchiveEntry[]> {
  const { entries } = await openArchive(path);
  if (entries.length === 0 || !entries.every((entry) => entry.path.endsWith('.zip'))) return entries;
  const parts: Archive[] = [];
  for (const [index, entry] of entries.slice(0, 100).entries()) {
    const file = join(folder, `part-${index}.zip`);
    writeFileSync(file, await entry.read());
    parts.push(await openArchive(file));
  }
  return [...new Map(parts.flatMap((part) => part.entries).map((entry) => [entry.path, entry])).values()];
}
