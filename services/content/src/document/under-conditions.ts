import { type Document, type Node, textOf, VERBATIM } from './types.js';

/** What a document shows to a reader of whom the given conditions hold, and no others: the blocks under them stand alone. */
export const underConditions = (document: Document, holding: ReadonlySet<string>): Document => ({
  ...document,
  nodes: shown(document.nodes, holding),
});

function shown<Kind extends Node>(nodes: readonly Kind[], holding: ReadonlySet<string>): Kind[] {
  const written = writtenConditions(nodes);
  const ends = new Set([...written.values()].map(({ end }) => end));
  const visible: Kind[] = [];
  for (let index = 0; index < nodes.length; index += 1) {
    const condition = written.get(index);
    if (ends.has(index)) continue;
    if (condition === undefined) visible.push(...shownNode(nodes[index]!, holding));
    else if (!holding.has(condition.expression)) index = condition.end;
  }
  return visible;
}

function shownNode<Kind extends Node>(node: Kind, holding: ReadonlySet<string>): Kind[] {
  if (node.object !== 'block') return [node];
  if (node.type === VERBATIM && !isTag.test(textOf(node.data.markdown)) && hasTag.test(textOf(node.data.markdown)))
    return [];
  const inner = shown(node.nodes ?? [], holding);
  if (node.type === 'if') return holding.has(String(node.data.expression)) ? (inner as Kind[]) : [];
  const fragments = node.fragments?.map((each) => ({ ...each, nodes: shown(each.nodes, holding) }));
  return [{ ...node, ...(node.nodes ? { nodes: inner } : {}), ...(fragments ? { fragments } : {}) }];
}

const start = /^\{%-?\s*if\s+([^]*?)\s*-?%\}$/;
const isTag = /^\{%(?:(?!%\})[^])*%\}$/;
const hasTag = /\{%-?\s*if\s/;

/** Conditions that stand so deep that their tags are kept as written, by the index of the first. */
function writtenConditions(nodes: readonly Node[]): Map<number, { expression: string; end: number }> {
  const conditions = new Map<number, { expression: string; end: number }>();
  const open: { index: number; expression: string }[] = [];
  nodes.forEach((node, index) => {
    if (node.object !== 'block' || node.type !== VERBATIM) return;
    const tag = textOf(node.data.markdown).trim();
    const expression = isTag.test(tag) ? start.exec(tag)?.[1] : undefined;
    if (expression !== undefined) open.push({ index, expression });
    else if (/^\{%-?\s*endif\s*-?%\}$/.test(tag)) {
      const from = open.pop();
      if (from) conditions.set(from.index, { expression: from.expression, end: index });
    }
  });
  return conditions;
}
