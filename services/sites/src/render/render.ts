import type { JsonDocument } from '@quire/contract';
import { type BlockContext, type Heading, renderBlocks } from './blocks.js';
import { type Node, nodesOf, plainText, textOf } from './document.js';
import { highlight } from './highlight.js';
import type { Resolve } from './phrases.js';
import { sanitize } from './sanitize.js';

export interface Rendered {
  /** Safe to stand in a page as it is. */
  html: string;
  /** The headings, for the outline beside the page. */
  outline: Heading[];
}

/**
 * Renders the document of a page. `resolve` says where its references lead on this site; `holds` decides conditions, which
 * do not hold unless it says so.
 */
export async function renderDocument(
  document: JsonDocument,
  { resolve, holds = () => false }: { resolve: Resolve; holds?: BlockContext['holds'] },
): Promise<Rendered> {
  const nodes = nodesOf(document);
  const code = new Map<Node, readonly string[]>();
  for (const node of codeBlocks(nodes)) {
    const lines = (node.nodes ?? []).map((line) => plainText([line]));
    code.set(node, await highlight(lines, textOf(node.data?.syntax)));
  }
  const outline: Heading[] = [];
  const html = sanitize(renderBlocks(nodes, { resolve, code, holds, outline }));
  return { html, outline };
}

function codeBlocks(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) =>
    node.type === 'code'
      ? [node]
      : [...codeBlocks(node.nodes ?? []), ...(node.fragments ?? []).flatMap((part) => codeBlocks(part.nodes))],
  );
}
