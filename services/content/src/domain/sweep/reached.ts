import type { Mark } from '../../tables/mark.js';
import type { FileRecord } from '../files/file-record.js';
import { linkKey } from '../links/index-links.js';
import type { MapNode } from '../merkle/merkle-map.js';
import type { PageRecord } from '../pages/page-record.js';

/** All that a node of a page map or file map keeps in use. */
export function* reached(map: 'pages' | 'files', node: MapNode<unknown>): Generator<Mark> {
  if ('branch' in node) {
    for (const child of node.branch) if (child) yield { kind: 'nodes', hash: child.hash, map };
    return;
  }
  for (const [, record] of node.leaf) {
    if (map === 'files') yield { kind: 'bytes', hash: (record as FileRecord).sha256 };
    else yield* usedBy(record as PageRecord);
  }
}

function* usedBy(page: PageRecord): Generator<Mark> {
  if (page.document !== undefined) yield { kind: 'documents', hash: page.document };
  if (page.references !== undefined) yield { kind: 'nodes', hash: page.references };
  const links = linkKey(page);
  if (links !== undefined) yield { kind: 'links', hash: links };
}
