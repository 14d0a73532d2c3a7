import type { ArchiveEntry } from './archive.js';
import { refuseFile } from './refusal.js';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export const isMarkdown = (path: string) => /\.(?:md|markdown)$/i.test(path);
export const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));
export const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Joins a relative path to a folder; undefined when it leaves the root. */
export function joinPath(folder: string, relative: string): string | undefined {
  const segments = folder === '' ? [] : folder.split('/');
  for (const segment of relative.split('/')) {
    if (segment === '' || segment === '.') continue;
    if (segment !== '..') segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments.join('/').normalize('NFC');
}

/** The files of an import, by path. */
export class Source {
  private readonly entries = new Map<string, ArchiveEntry>();
  private readonly readmes = new Map<string, string>();

  constructor(entries: Iterable<ArchiveEntry>) {
    for (const entry of entries) this.entries.set(entry.path, entry);
    for (const path of this.entries.keys()) this.noteReadme(path);
  }

  get paths(): string[] {
    return [...this.entries.keys()];
  }

  has(path: string): boolean {
    return this.entries.has(path);
  }

  entry(path: string): ArchiveEntry {
    return this.entries.get(path)!;
  }

  /** The Markdown file that stands for a folder: `README.md`, else `index.md`. */
  readmeOf(folder: string): string | undefined {
    return this.readmes.get(folder);
  }

  /** The text of a file, byte for byte (a byte order mark and `\r\n` stay). */
  async text(path: string, { maxBytes }: { maxBytes: number }): Promise<string> {
    const entry = this.entry(path);
    if (entry.size > maxBytes) {
      throw refuseFile(path, `is larger than ${maxBytes / 1024} KiB. Split it into smaller ones.`);
    }
    let text: string;
    try {
      text = utf8.decode(await entry.read());
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      throw refuseFile(path, 'is not valid UTF-8. Save it as UTF-8.');
    }
    if (text.includes('\0')) throw refuseFile(path, 'holds a NUL character. Remove it.');
    return text;
  }

  private noteReadme(path: string) {
    const rank = readmeRank(path);
    if (rank === 0) return;
    const folder = folderOf(path);
    const known = this.readmes.get(folder);
    if (known === undefined || readmeRank(known) < rank) this.readmes.set(folder, path);
  }
}

function readmeRank(path: string): number {
  const name = nameOf(path);
  if (name === 'README.md') return 4;
  if (/^readme\.(?:md|markdown)$/i.test(name)) return 3;
  if (name === 'index.md') return 2;
  return /^index\.(?:md|markdown)$/i.test(name) ? 1 : 0;
}
