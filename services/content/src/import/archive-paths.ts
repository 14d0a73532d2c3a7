import type { Entry } from 'yauzl';
import { refuseImport } from './refusal.js';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const maxPathBytes = 1024;
const unixKind = { mask: 0o170000, folder: 0o040000, file: 0o100000 };

/** The entry's path with slashes, NFC, without `.` segments; one that could leave the archive's root is refused. */
export function checkedPath(entry: Entry): string {
  // With `decodeStrings: false` names are bytes, whatever the typings say.
  const bytes = entry.fileName as unknown as Buffer;
  const name = decode(bytes);
  if (bytes.length > maxPathBytes) throw refuseImport(`A path in the archive is longer than ${maxPathBytes} bytes.`);
  const shown = JSON.stringify(name);
  if (/\p{Cc}/u.test(name)) throw refuseImport(`The path ${shown} holds control characters. Rename the file.`);
  if (name.includes('\\')) {
    throw refuseImport(`The path ${shown} holds a backslash. Create the zip file with forward slashes.`);
  }
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) {
    throw refuseImport(`The path ${shown} is absolute. Create the zip file with relative paths.`);
  }
  const segments = name.split('/');
  if (segments.includes('..'))
    throw refuseImport(`The path ${shown} leaves the archive. Create the zip file without "..".`);
  const kind = (entry.externalFileAttributes >>> 16) & unixKind.mask;
  if (kind !== 0 && kind !== unixKind.file && kind !== unixKind.folder) {
    throw refuseImport(`${shown} is a link or a special file. Replace it with the file itself.`);
  }
  const path = segments.filter((segment) => segment !== '' && segment !== '.').join('/');
  return (name.endsWith('/') || path === '' ? `${path}/` : path).normalize('NFC');
}

function decode(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    throw refuseImport(
      `The file name ${JSON.stringify(bytes.toString('latin1'))} is not valid UTF-8. Create the zip file with UTF-8 names.`,
    );
  }
}

/** What operating systems and git leave in archives. */
export function isIgnored(path: string): boolean {
  return /(?:^|\/)(?:__MACOSX|\.git)\/|(?:^|\/)(?:\.DS_Store|Thumbs\.db)$/.test(path);
}

/** Takes the only top folder off, as archives of a repository have one. */
export function stripTopFolder<T extends { path: string }>(entries: T[]): T[] {
  const top = entries[0]?.path.slice(0, entries[0].path.indexOf('/') + 1);
  if (!top || !entries.every(({ path }) => path.startsWith(top))) return entries;
  return entries.map((entry) => ({ ...entry, path: entry.path.slice(top.length) }));
}
