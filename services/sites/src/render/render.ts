import type { JsonDocument } from '@quire/contract';
import { type BlockContext, type Heading, renderTopBlocks } from './blocks.js';
import { directed, runsBothWays } from './direction.js';
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
 * do not hold unless it says so; `opensBeside` is for links that lead off the site; `specs` are the OpenAPI documents that it
 * shows parts of, by slug.
 */
export async function renderDocument(
  document: JsonDocument,
  {
    resolve,
    holds = () => false,
    opensBeside = false,
    specs = new Map(),
  }: { resolve: Resolve; holds?: BlockContext['holds']; opensBeside?: boolean; specs?: BlockContext['specs'] },
): Promise<Rendered> {
  const nodes = nodesOf(document);
  const code = new Map<Node, readonly string[]>();
  for (const node of codeBlocks(nodes)) {
    const lines = (node.nodes ?? []).map((line) => plainText([line]));
    code.set(node, await highlight(lines, textOf(node.data?.syntax)));
  }
  const outline: Heading[] = [];
  const blocks = renderTopBlocks(nodes, { resolve, code, holds, specs, outline });
  const isDirected = blocks.some(runsBothWays);
  const html = (isDirected ? blocks.map(directed) : blocks).join('\n');
  return { html: sanitize(html, { opensBeside, isDirected }), outline };
}

function codeBlocks(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node) =>
    node.type === 'code'
      ? [node]
      : [...codeBlocks(node.nodes ?? []), ...(node.fragments ?? []).flatMap((part) => codeBlocks(part.nodes))],
  );
}
