import { sha256 } from '../ids.js';

/** A strong entity tag of a representation: the hash of its JSON, or of the text that determines it. */
export function entityTag(representation: unknown): string {
  const text = typeof representation === 'string' ? representation : JSON.stringify(representation);
  return `"${sha256(text).toString('base64url').slice(0, 27)}"`;
}

/**
 * Whether a header `If-Match` or `If-None-Match` names the tag. `*` names every tag.
 * If-Match compares strongly (RFC 9110, 13.1.1): a weak tag never matches; If-None-Match compares weakly.
 */
export function namesTag(header: string, tag: string, comparison: 'strong' | 'weak'): boolean {
  if (header.trim() === '*') return true;
  const tags = header.match(/(?:W\/)?"[^"]*"/g) ?? [];
  return tags.some((candidate) => (comparison === 'weak' ? candidate.replace(/^W\//, '') : candidate) === tag);
}
