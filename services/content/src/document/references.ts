import type { Block, Data, Document, Node } from './types.js';

/** How links of a document are told apart from plain addresses: both directions are given by who knows the space. */
export interface References {
  /** A content reference for a destination as it is written in Markdown. */
  read(destination: string): Data;
  /** The destination to write for a reference; undefined when it names nothing that Markdown could point to. */
  write(reference: Data): string | undefined;
}

/** A destination as an address, which every one is until somebody knows better. */
export const addressOf = (url: string): Data => ({ kind: 'url', url });

/** Every destination is an address. */
export const plainReferences: References = {
  read: addressOf,
  write: ({ kind, url }) => (kind === 'url' && typeof url === 'string' ? url : undefined),
};

/** Replaces the addresses of links, images and files by what they lead to. Keys of nodes stay as they are. */
export function resolveReferences(document: Document, references: References): void {
  const resolve = (value: unknown) => {
    const { kind, url } = (value ?? {}) as Data;
    return kind === 'url' && typeof url === 'string' ? references.read(url) : value;
  };
  const visit = (node: Node) => {
    if (node.object === 'text') return;
    for (const name of ['ref', 'refDark'])
      if (node.data[name] !== undefined) node.data[name] = resolve(node.data[name]);
    if (node.type === 'table') {
      for (const { values } of Object.values(node.data.records as Record<string, { values: Data }>)) {
        for (const [column, value] of Object.entries(values))
          values[column] = Array.isArray(value) ? value.map(resolve) : resolve(value);
      }
    }
    (node.nodes ?? []).forEach(visit);
    ((node as Block).fragments ?? []).forEach(({ nodes }) => nodes.forEach(visit));
  };
  document.nodes.forEach(visit);
}
