import type { JsonDocument } from '@quire/contract';

/** The JSON document of a page as the API has it, with the fields that rendering looks at. */
export interface Node {
  object: string;
  type?: string;
  data?: Data;
  nodes?: Node[];
  leaves?: Leaf[];
  fragments?: Fragment[];
  meta?: { id?: string };
}

export interface Leaf {
  text: string;
  marks: { type: string; data?: { text?: string; background?: string } }[];
}

export interface Fragment {
  fragment?: string;
  nodes: Node[];
}

export type Data = Record<string, unknown>;

export const nodesOf = (document: JsonDocument): Node[] => document.nodes as unknown as Node[];

/** A value of `data` as text; empty for what is no text. */
export const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? `${value}` : '';

/** What a reader sees of nodes, without markup. */
export function plainText(nodes: readonly Node[] = []): string {
  return nodes
    .map((node) => (node.leaves ? node.leaves.map(({ text }) => text).join('') : plainText(node.nodes)))
    .join('');
}

export const fragmentOf = ({ fragments = [] }: Node, name: string): Node[] =>
  fragments.find(({ fragment }) => fragment === name)?.nodes ?? [];
