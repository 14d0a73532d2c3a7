import { invalid } from '@quire/runtime';
import { documentOf, type Piece, readDocument, readPieces } from '../../document/read-document.js';
import { type Block, type Fragment, leaf, type Node, paragraph, text } from '../../document/types.js';
import { writeDocument } from '../../document/write-document.js';
import { splitFrontMatter } from '../../markdown/front-matter.js';
import { alignBlocks, type HasBlock, type Slot } from './align-blocks.js';

/**
 * A text in which the blocks with the given keys are again what they are in `base`: what was added goes, what was deleted
 * or moved is back in its place, what was changed is as it was. Keys are those of either text; a block inside another one
 * is reverted alone where its container is on both sides. The rest keeps its source as far as possible. Throws 400 for a key
 * that neither text has; `path` is where the keys stand in the request.
 */
export function revertBlocks(texts: { now: string; base: string }, keys: readonly string[], path: string): string {
  const [now, base] = [piecesOf(texts.now, 'now'), piecesOf(texts.base, 'base')];
  const known = new Set([...now, ...base].flatMap(({ block }) => keysIn(block)));
  const unknown = keys.flatMap((key, index) =>
    known.has(key) ? [] : [{ path: `${path}.${index}`, message: `there is no block ${key} here, nor was there one` }],
  );
  if (unknown.length > 0) throw invalid(unknown);
  const kept = choose<Kept>(alignBlocks<Kept>(now, base), new Set(keys));
  return splitFrontMatter(texts.now).block + write(kept);
}

/** A block of the result; one that is neither as it stands nor as it stood has no source. */
interface Kept extends HasBlock {
  source?: string;
  from?: 'now' | 'base';
  index?: number;
  isLast?: boolean;
}

const piecesOf = (markdown: string, from: 'now' | 'base'): (Kept & Piece)[] => {
  const pieces = readPieces(markdown);
  return pieces.map((piece, index) => ({ ...piece, from, index, isLast: index === pieces.length - 1 }));
};

/** The keys of a block and of all blocks in it. */
function keysIn(block: Block): string[] {
  const inner = [...(block.nodes ?? []), ...(block.fragments ?? []).flatMap(({ nodes }) => nodes)];
  return [block.key!, ...inner.flatMap((node) => (node.object === 'block' ? keysIn(node) : []))];
}

/** What is left of two versions of a list. */
function choose<Item extends HasBlock>(slots: readonly Slot<Item>[], wanted: ReadonlySet<string>): Item[] {
  return slots.flatMap((slot) => {
    const { now, base, same, elsewhere } = slot;
    if (same) return [now!];
    if (names(slot, wanted) || (elsewhere && names(elsewhere, wanted))) return base ? [base] : [];
    if (!now) return [];
    if (elsewhere || !(holds(now.block, wanted) || (base && holds(base.block, wanted)))) return [now];
    const block = revertInside(now.block, base?.block, wanted);
    return block ? [{ block } as Item] : [];
  });
}

/** Whether a whole block is to be reverted, by its own key or because nothing smaller can be. */
function names({ now, base }: Slot<HasBlock>, wanted: ReadonlySet<string>): boolean {
  if ([now, base].some((item) => item && wanted.has(item.block.key!))) return true;
  // The cells of a table have no life of their own.
  if ([now, base].some((item) => item?.block.type === 'table' && holds(item.block, wanted))) return true;
  return base !== undefined && base.block.type !== now?.block.type && holds(base.block, wanted);
}

const holds = (block: Block, wanted: ReadonlySet<string>) => keysIn(block).some((key) => wanted.has(key));

/** A block with some of the blocks in it reverted; undefined when nothing is left of it. */
function revertInside(now: Block, base: Block | undefined, wanted: ReadonlySet<string>): Block | undefined {
  const result = { ...now };
  if (now.nodes?.some(({ object }) => object === 'block')) {
    result.nodes = revertList(now.nodes, base?.nodes ?? [], wanted);
    if (result.nodes.length === 0) return undefined;
  }
  if (now.fragments) {
    result.fragments = now.fragments.flatMap((fragment): Fragment[] => {
      const stood = base?.fragments?.find((other) => other.fragment === fragment.fragment);
      const nodes = revertList(fragment.nodes, stood?.nodes ?? [], wanted);
      if (nodes.length === 0 && now.type !== 'expandable') return [];
      return [{ ...fragment, nodes: nodes.length > 0 ? nodes : [paragraph([text([leaf('')])])] }];
    });
  }
  return result;
}

const revertList = (now: readonly Node[], base: readonly Node[], wanted: ReadonlySet<string>): Block[] => {
  const items = (nodes: readonly Node[]) => (nodes as readonly Block[]).map((block) => ({ block }));
  return choose(alignBlocks(items(now), items(base)), wanted).map(({ block }) => block);
};

/**
 * The text of the blocks: of their sources, if these still mean the same beside each other, and else written anew, which
 * takes in what links are defined elsewhere in the other text.
 */
function write(kept: readonly Kept[]): string {
  const wanted = keysOf(documentOf(kept.map(({ block }) => structuredClone(block))).nodes);
  const isRight = (markdown: string) => keysOf(readDocument(markdown).nodes) === wanted;
  const sources = joined(kept);
  if (isRight(sources)) return sources;
  const own = joined(kept.map((item) => (item.from === 'now' ? item : { block: item.block })));
  if (isRight(own)) return own;
  return writeDocument({ ...documentOf([]), nodes: kept.map(({ block }) => block) });
}

const keysOf = (nodes: readonly Block[]) => nodes.map(({ key }) => key).join(' ');

function joined(kept: readonly Kept[]): string {
  let markdown = '';
  for (const [position, { block, source, from, index }] of kept.entries()) {
    const before = kept[position - 1];
    const isNext = before && before.source !== undefined && before.from === from && before.index === index! - 1;
    if (before && !isNext) markdown += /\n[ \t]*\r?\n$/.test(markdown) ? '' : markdown.endsWith('\n') ? '\n' : '\n\n';
    markdown += source ?? writeDocument({ ...documentOf([]), nodes: [block] });
  }
  // The blank lines behind a block that was not the last one were there for the next.
  return kept.at(-1)?.isLast ? markdown : markdown.replace(/(\r?\n)\s*$/, '$1');
}
