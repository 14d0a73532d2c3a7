import type { JsonDocument } from '@quire/contract';
import type { Claims, Condition } from '../domain/condition.js';
import { conditionOf } from '../domain/visible-tree.js';
import { type Node, nodesOf, textOf } from '../render/document.js';

/** The conditions under which parts of a text stand, by their expressions. */
export type Conditions = ReadonlyMap<string, Condition>;

/** Of one text; what stands under further ones is shown to nobody. */
const most = 1000;

export function conditionsIn(document: JsonDocument): Conditions {
  const expressions = new Set(nodesOf(document).flatMap(expressionsIn));
  return new Map([...expressions].slice(0, most).map((expression) => [expression, conditionOf(expression)]));
}

const expressionsIn = (node: Node): string[] => [
  ...(node.type === 'if' ? [textOf(node.data?.expression)] : []),
  ...(node.nodes ?? []).flatMap(expressionsIn),
  ...(node.fragments ?? []).flatMap(({ nodes }) => nodes.flatMap(expressionsIn)),
];

/** The expressions of those that hold. */
export const holdingFor = (conditions: Conditions, claims: Claims): string[] =>
  [...conditions].filter(([, holds]) => holds(claims)).map(([expression]) => expression);

/** What of a text is seen by a reader of whom these conditions hold. */
export const shownNodes = (nodes: readonly Node[], holding: ReadonlySet<string>): Node[] =>
  nodes.flatMap((node) => {
    const inner = node.nodes && shownNodes(node.nodes, holding);
    if (node.type === 'if') return holding.has(textOf(node.data?.expression)) ? (inner ?? []) : [];
    const fragments = node.fragments?.map((each) => ({ ...each, nodes: shownNodes(each.nodes, holding) }));
    return [{ ...node, ...(inner ? { nodes: inner } : {}), ...(fragments ? { fragments } : {}) }];
  });
