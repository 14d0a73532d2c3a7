import { splitFrontMatter } from '../markdown/front-matter.js';
import { createTokenizer } from '../markdown/tokenizer.js';
import { addAnchors } from './anchors.js';
import { addKeys } from './keys.js';
import { readMath } from './math.js';
import { BlockReader } from './read-blocks.js';
import { type References, resolveReferences } from './references.js';
import { treeOf } from './token-tree.js';
import { type Document, paragraph, schemaVersion, text, leaf } from './types.js';

const tokenizer = createTokenizer();
readMath(tokenizer);

/**
 * The JSON document of GitBook-flavoured Markdown, without its front matter. Takes any string and never throws; what has
 * no type of its own is kept as it is. The same Markdown gives the same document, and the same
 * keys whatever its links lead to.
 */
export function readDocument(markdown: string, references?: References): Document {
  const { body } = splitFrontMatter(markdown);
  const tokens = tokenizer.parse(body.replace(/^\uFEFF/, ''), {});
  const nodes = new BlockReader().read(treeOf(tokens));
  const document = addKeys(
    addAnchors({
      object: 'document',
      data: { schemaVersion },
      nodes: nodes.length > 0 ? nodes : [paragraph([text([leaf('')])])],
    }),
  );
  if (references) resolveReferences(document, references);
  return document;
}
