import { createHash } from 'node:crypto';
import type { Document } from './types.js';

interface Keyed {
  key?: string;
  nodes?: Keyed[];
  fragments?: Keyed[];
  meta?: object;
}

/**
 * Gives every node a key: a hash of what it holds, numbered where the same comes again. An edit elsewhere in the
 * document leaves it alone, so that it can name a node for a while.
 */
export function addKeys(document: Document): Document {
  const seen = new Map<string, number>();
  for (const node of document.nodes) addKey(node, seen);
  return document;
}

function addKey(node: Keyed, seen: Map<string, number>): string {
  const inner = [...(node.nodes ?? []), ...(node.fragments ?? [])].map((child) => addKey(child, seen));
  const { nodes: _nodes, fragments: _fragments, key: _key, meta: _meta, ...own } = node;
  const hash = createHash('sha256')
    .update(JSON.stringify([own, inner.map((key) => key.slice(0, keyLength))]))
    .digest('base64url')
    .replace(/[^a-zA-Z0-9]/g, '')
    .slice(0, keyLength);
  const count = (seen.get(hash) ?? 0) + 1;
  seen.set(hash, count);
  node.key = count === 1 ? hash : `${hash}-${count}`;
  return node.key;
}

const keyLength = 12;
