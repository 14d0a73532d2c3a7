import { sha256 } from '@quire/runtime';
import { splitBlocks } from './blocks.js';
import { analyse } from './parse.js';
import { uniqueNames } from './slug.js';

/**
 * The ids of a document's top-level blocks, in order: each follows from the text of its block, so that it stays while the
 * block does, and equal blocks are told apart by a number.
 */
export function blockIds(blocks: readonly string[]): string[] {
  const unique = uniqueNames();
  return blocks.map((block) => unique(sha256(block.trimEnd()).toString('base64url').slice(0, 16)));
}

/** What a reader sees of the block with an id, or of the heading with an anchor; undefined when there is neither. */
export function blockText(markdown: string, id: string): string | undefined {
  const heading = analyse(markdown).sections.find(({ anchor }) => anchor !== '' && anchor === id)?.heading;
  if (heading !== undefined) return heading;
  const blocks = splitBlocks(markdown);
  const block = blocks[blockIds(blocks).indexOf(id)];
  return block === undefined ? undefined : visibleText(block);
}

const visibleText = (block: string) =>
  analyse(block)
    .sections.flatMap(({ heading, body }) => [heading, body])
    .join(' ')
    .replace(/\s+/g, ' ')
    .trim();
