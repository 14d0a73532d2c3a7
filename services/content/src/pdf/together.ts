import { plainPhrases } from '../document/plain-text.js';
import { type Block, type Node, textOf } from '../document/types.js';

/** Blocks that surely take less than a third of a page, in {@link bulk}. */
const small = 800;
const smallRows = 6;

/** Headings as they ought to be, not texts that are called so. */
export const isHeading = (block: Block) => block.type.startsWith('heading-') && bulk([block]) <= small;

/** Takes what has to be on the page of a heading off the blocks that follow it: a small block, or the first item of a list. */
export function beginningOf(rest: Block[]): Block | undefined {
  const [next] = rest;
  if (!next) return undefined;
  if (isSmall(next) || (next.type === 'images' && next.nodes?.length === 1)) return rest.shift();
  const [first, ...others] = (next.nodes ?? []) as Block[];
  if (!next.type.startsWith('list-') || !first || !isSmall(first)) return undefined;
  const start = Number(textOf(next.data.start) || 1) + 1;
  rest[0] = { ...next, data: { ...next.data, start }, nodes: others };
  return { ...next, nodes: [first] };
}

/** Whether blocks may be kept on one page without leaving much of another one empty. */
export const areSmall = (blocks: readonly Block[]): boolean => blocks.every(isSmall) && bulk(blocks) <= small;

function isSmall(block: Block): boolean {
  const { type, data, nodes = [] } = block;
  if (type === 'paragraph' || type === 'code') return !nodes.some(isPicture) && bulk([block]) <= small;
  if (type === 'table') return isSmallTable(block);
  if (type === 'math') return textOf(data.formula).length <= small;
  if (type.startsWith('list-') || type === 'hint' || type === 'blockquote')
    return nodes.every((node) => isSmall(node as Block)) && bulk(nodes as Block[]) <= small;
  return type === 'divider' || type === 'content-ref';
}

const isPicture = (node: Node) => node.object === 'inline' && node.type === 'inline-image';

const isSmallTable = ({ fragments = [], data }: Block) =>
  Object.keys(data.records ?? {}).length <= smallRows && bulk(fragments.flatMap(({ nodes }) => nodes)) <= small;

/** How much there is to read, in letters; a line counts for some, however short it is. */
const bulk = (blocks: readonly Block[]): number =>
  blocks.reduce((sum, { type, nodes = [] }) => {
    if (type !== 'paragraph' && type !== 'code-line' && !type.startsWith('heading-'))
      return sum + bulk(nodes as Block[]);
    const written = plainPhrases(nodes);
    return sum + Math.max(lineBulk, written.length) + lineBulk * (written.split('\n').length - 1);
  }, 0);

const lineBulk = 50;
