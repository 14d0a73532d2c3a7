import type { Reference, References as StoredReferences } from '../domain/pages/page-record.js';
import type { References } from './references.js';
import { type Data, textOf } from './types.js';

/**
 * The references of one page: destinations that lead into its space become pages, anchors and files by their ids; written
 * back, they are the addresses that say so.
 */
export function pageReferences(stored: StoredReferences): References {
  return {
    read: (destination) => {
      const reference = Object.hasOwn(stored, destination) ? stored[destination] : undefined;
      return reference ? contentRefOf(reference) : { kind: 'url', url: destination };
    },
    write: destinationOf,
  };
}

function contentRefOf(reference: Reference): Data {
  if (reference.kind === 'file') return { kind: 'file', file: reference.file };
  const { page, anchor } = reference;
  return anchor === undefined ? { kind: 'page', page } : { kind: 'anchor', page, anchor };
}

/** The address that says in Markdown what a reference means; undefined when there is none. */
export function destinationOf(reference: Data): string | undefined {
  const [page, anchor] = [textOf(reference.page), textOf(reference.anchor)];
  switch (reference.kind) {
    case 'url':
      return textOf(reference.url);
    case 'file':
      return `/files/${encodeURIComponent(textOf(reference.file))}`;
    case 'page':
      return `/pages/${encodeURIComponent(page)}`;
    case 'anchor':
      return `${page ? `/pages/${encodeURIComponent(page)}` : ''}#${anchor}`;
    default:
      return undefined;
  }
}
