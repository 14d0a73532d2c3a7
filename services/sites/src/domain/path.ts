import { invalid } from '@quire/runtime';

const longest = 100;

/** The path of something on a site, from its title: letters and digits of any script in lower case, hyphens between. */
export function pathOf(title: string, fallback: string): string {
  const words =
    title
      .normalize('NFC')
      .toLowerCase()
      .normalize('NFC')
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return shorten(words.join('-'), longest) || fallback;
}

/** The path, or the path with the smallest number from 2 on that is free. */
export function freePath(path: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `-${number}`;
    const candidate = `${shorten(path, longest - suffix.length)}${suffix}`;
    if (!taken.has(candidate)) return candidate;
  }
}

/** Throws 400 for a path that would not be one segment of an address. */
export function requireSegment(path: string, field = 'body.path'): void {
  if (/^[^\s/\\?#%]+$/.test(path) && !/^(?:\.+|~)$/.test(path)) return;
  throw invalid([{ path: field, message: 'must be one path segment without blanks, slashes, ?, # and %' }]);
}

/** Counts characters, not UTF-16 units, and leaves no hyphen at the end. */
const shorten = (text: string, length: number) => Array.from(text).slice(0, length).join('').replace(/-+$/, '');
