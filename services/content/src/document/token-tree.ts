import type { Token } from 'markdown-it';
import { TEMPLATE_TAG, templateTagOf } from '../markdown/tokenizer.js';

/** A token with those between it and its closing token. */
export interface TokenNode {
  token: Token;
  children: TokenNode[];
}

export function treeOf(tokens: readonly Token[]): TokenNode[] {
  const root: TokenNode[] = [];
  const open: TokenNode[][] = [root];
  for (const token of tokens) {
    if (token.nesting < 0) {
      open.pop();
      continue;
    }
    const node: TokenNode = { token, children: [] };
    open.at(-1)!.push(node);
    if (token.nesting > 0) open.push(node.children);
  }
  return root;
}

/**
 * For each opener among siblings the index of its end: `{% x %}…{% endx %}`, `<details>…</details>`. Openers and ends
 * without a partner are in no pair. Linear.
 */
export function pairsOf(siblings: readonly TokenNode[]): Map<number, number> {
  const pairs = new Map<number, number>();
  const open: { name: string; index: number }[] = [];
  const waiting = new Map<string, number>();
  siblings.forEach((node, index) => {
    const edge = edgeOf(node);
    if (!edge) return;
    if (!edge.ends) {
      open.push({ name: edge.name, index });
      waiting.set(edge.name, (waiting.get(edge.name) ?? 0) + 1);
      return;
    }
    if (!waiting.get(edge.name)) return;
    // Openers above the partner have no end of their own.
    for (let top = open.pop(); top; top = open.pop()) {
      waiting.set(top.name, waiting.get(top.name)! - 1);
      if (top.name !== edge.name) continue;
      pairs.set(top.index, index);
      break;
    }
  });
  return pairs;
}

function edgeOf({ token }: TokenNode): { name: string; ends: boolean } | undefined {
  if (token.type === TEMPLATE_TAG) {
    const { name } = templateTagOf(token);
    return name.startsWith('end') ? { name: `%${name.slice(3)}`, ends: true } : { name: `%${name}`, ends: false };
  }
  if (token.type !== 'html_block') return undefined;
  if (/^\s*<\/details>\s*$/.test(token.content)) return { name: 'details', ends: true };
  return detailsStart.test(token.content) ? { name: 'details', ends: false } : undefined;
}

/** The opening tag of an expandable, with or without its summary, and nothing else. */
export const detailsStart =
  /^\s*<details(\s+open(?:="[^"]*")?)?>\s*(?:<summary>((?:(?!<\/?summary)[^])*)<\/summary>\s*)?$/;
export const summaryBlock = /^\s*<summary>((?:(?!<\/?summary)[^])*)<\/summary>\s*$/;
