import { MAX_SLUG_LENGTH } from './limits.js';

/** The anchor of a heading as GitHub makes it: lower case, punctuation dropped, blanks to hyphens. May be empty. */
export function anchorSlug(heading: string): string {
  return heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * The slug of a page from its title or file name: lower case, letters of any script, digits and `_ + .`, the rest as
 * single hyphens. Never empty, never `.` or `..`, at most 100 characters.
 */
export function pageSlug(text: string): string {
  const slug = text
    .normalize('NFC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[^\p{L}\p{M}\p{N}_+.]+/gu, '-');
  return cut(slug.replace(/^[-.]+/, ''), MAX_SLUG_LENGTH) || 'page';
}

/**
 * Gives out names that are unique in one place: the first asker gets its name, later ones `name-1`, `name-2`… or, from
 * another `first` number on, `name-2`, `name-3`…
 * Constant time per name, also for thousands of equal ones.
 */
export function uniqueNames({ maxLength = Number.POSITIVE_INFINITY, first = 1 } = {}): (name: string) => string {
  const taken = new Set<string>();
  const counters = new Map<string, number>();
  return (name) => {
    let candidate = name;
    let number = counters.get(name) ?? first - 1;
    while (taken.has(candidate)) {
      number += 1;
      const suffix = `-${number}`;
      candidate = `${cut(name, maxLength - suffix.length)}${suffix}`;
    }
    counters.set(name, number);
    taken.add(candidate);
    return candidate;
  };
}

/** Shortens without leaving half a surrogate pair or a separator at the end. */
function cut(text: string, length: number): string {
  let short = text.slice(0, length);
  if (short.length < text.length && /[\uD800-\uDBFF]$/.test(short)) short = short.slice(0, -1);
  let end = short.length;
  while (end > 0 && (short[end - 1] === '-' || short[end - 1] === '.')) end -= 1;
  return short.slice(0, end);
}
