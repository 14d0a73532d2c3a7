import type { Data } from './types.js';

/** How links of a document are told apart from plain addresses: both directions are given by who knows the space. */
export interface References {
  /** A content reference for a destination as it is written in Markdown. */
  read(destination: string, kind: 'link' | 'image' | 'file' | 'content-ref'): Data;
  /** The destination to write for a reference; undefined when it names nothing that Markdown could point to. */
  write(reference: Data): string | undefined;
}

/** Every destination is an address. */
export const plainReferences: References = {
  read: (url) => ({ kind: 'url', url }),
  write: ({ kind, url }) => (kind === 'url' && typeof url === 'string' ? url : undefined),
};
