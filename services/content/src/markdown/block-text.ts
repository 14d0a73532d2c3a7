import { sha256 } from '@quire/runtime';
import { splitBlocks } from './blocks.js';
import { analyse } from './parse.js';
import { anchorSlug, uniqueNames } from './slug.js';

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
  const { title = '', sections, anchors } = analyse(markdown);
  if (anchors.includes(id)) {
    const heading = sections.find(({ anchor }) => anchor === id)?.heading;
    return heading ?? (anchorSlug(title) === id ? title : '');
  }
  const blocks = splitBlocks(markdown);
  const block = blocks[blockIds(blocks).indexOf(id)];
  return block === undefined ? undefined : visibleText(block);
}

function visibleText(block: string): string {
  const { title = '', sections } = analyse(block);
  // A heading that comes first is the title, and no section.
  const lines = sections.some(({ level }) => level === 1) ? [] : [title];
  for (const { heading, body } of sections) lines.push(heading, body);
  return lines.join(' ').replace(/\s+/g, ' ').trim();
}
