import { lineOffsets } from '../markdown/blocks.js';
import { splitFrontMatter } from '../markdown/front-matter.js';
import { createTokenizer } from '../markdown/tokenizer.js';
import { addAnchors } from './anchors.js';
import { addKeys } from './keys.js';
import { readMath } from './math.js';
import { BlockReader } from './read-blocks.js';
import { type References, resolveReferences } from './references.js';
import { treeOf } from './token-tree.js';
import { type Block, type Document, paragraph, schemaVersion, text, leaf } from './types.js';

const tokenizer = createTokenizer();
readMath(tokenizer);

/**
 * The JSON document of GitBook-flavoured Markdown, without its front matter. Takes any string and never throws; what has
 * no type of its own is kept as it is. The same Markdown gives the same document, and the same
 * keys whatever its links lead to.
 */
export function readDocument(markdown: string, references?: References): Document {
  const document = documentOf(new BlockReader().read(treeOf(tokenizer.parse(bodyOf(markdown), {}))));
  if (references) resolveReferences(document, references);
  return document;
}

/** Blocks as a document, with anchors and keys; a document without any is an empty paragraph. */
export function documentOf(nodes: Block[]): Document {
  return addKeys(
    addAnchors({
      object: 'document',
      data: { schemaVersion },
      nodes: nodes.length > 0 ? nodes : [paragraph([text([leaf('')])])],
    }),
  );
}

/** A block of a document, and how it is written: up to where the next one begins. */
export interface Piece {
  block: Block;
  source: string;
}

/**
 * The blocks of a document with their sources, which are the text without its front matter when they are joined. An empty
 * document has none.
 */
export function readPieces(markdown: string): Piece[] {
  const body = bodyOf(markdown);
  const offsets = lineOffsets(body);
  const read = new BlockReader().pieces(treeOf(tokenizer.parse(body, {})));
  documentOf(read.flatMap(({ blocks }) => blocks));
  const starts = read.map(({ first }, index) => (index === 0 ? 0 : offsets[first.token.map![0]]!));
  return read.flatMap(({ blocks }, index) =>
    blocks.map((block, at) => ({ block, source: at === 0 ? body.slice(starts[index], starts[index + 1]) : '' })),
  );
}

const bodyOf = (markdown: string) => splitFrontMatter(markdown).body.replace(/^\uFEFF/, '');
