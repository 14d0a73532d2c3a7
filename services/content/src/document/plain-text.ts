import { textOf, type Node } from './types.js';

/** What a reader sees of phrases, without marks. */
export function plainPhrases(nodes: readonly Node[]): string {
  return nodes
    .map((node) => {
      if (node.object === 'text') return node.leaves.map(({ text }) => text).join('');
      if (node.type === 'inline-image') return typeof node.data.alt === 'string' ? node.data.alt : '';
      if (node.type === 'inline-math') return textOf(node.data.formula);
      return plainPhrases(node.nodes ?? []);
    })
    .join('');
}
