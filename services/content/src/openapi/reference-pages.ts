import type { OpenApiSource } from '@quire/contract';
import { documentOf, readDocument } from '../document/read-document.js';
import { type Block, block, leaf, text, voidBlock } from '../document/types.js';
import { writeDocument } from '../document/write-document.js';
import { MAX_PAGE_BYTES } from '../markdown/limits.js';
import { anchorSlug, uniqueNames } from '../markdown/slug.js';
import type { ModelOutline, OperationOutline, Outline, TagOutline } from './outline.js';

/** A page that stands for a part of a specification. */
export interface ReferencePage {
  /** Names the part: the same in every version. */
  key: string;
  title: string;
  markdown: string;
  /** What the page is of, as the API says it. */
  props: { doc: 'operations' | 'operation' | 'tag' | 'models' | 'info'; page?: string; method?: string };
  pages: ReferencePage[];
}

/** Of one page; the next ones go to another. */
const mostBlocks = 500;

/** Makes the Markdown of one operation, or of one schema. */
export interface Describe {
  operation(operation: OperationOutline): Block[];
  model(model: ModelOutline): Block[];
}

/** Blocks that show what the latest version of a specification says. */
export const liveBlocks = (spec: string): Describe => ({
  operation: ({ path, method }) => [
    voidBlock('openapi-operation', { ref: { kind: 'openapi', spec }, path, method, headless: 'true' }),
  ],
  model: ({ name }) => [
    voidBlock('openapi-schemas', { ref: { kind: 'openapi', spec }, schemas: [name], grouped: 'false' }),
  ],
});

/** The page of a specification as a whole, and the pages below it: of tags or operations, and of schemas. */
export function referencePages(outline: Outline, props: OpenApiSource['props'], describe: Describe): ReferencePage {
  const tags = outline.tags.flatMap((tag) =>
    props.grouping === 'by-operation' ? [tagPage(tag, describe)] : tagPages(tag, describe),
  );
  const models = props.models && outline.models.length > 0 ? modelPages(outline.models, describe) : [];
  return {
    key: 'info',
    title: outline.title,
    markdown: written(outline.description, infoBlocks(outline)),
    props: { doc: 'info' },
    pages: [...tags, ...models],
  };
}

const plain = (words: string) => [text([leaf(words)])];
const paragraphOf = (words: string) => block('paragraph', {}, plain(words));

function infoBlocks({ version, servers }: Outline): Block[] {
  const blocks: Block[] = version === undefined ? [] : [paragraphOf(`Version: ${version}`)];
  if (servers.length === 0) return blocks;
  const items = servers.map((url) =>
    block('list-item', {}, [block('paragraph', {}, [text([leaf(url, [{ object: 'mark', type: 'code' }])])])]),
  );
  return [...blocks, block('heading-2', {}, plain('Servers')), block('list-unordered', {}, items)];
}

function tagPages({ name, title, description, operations }: TagOutline, describe: Describe): ReferencePage[] {
  const anchor = uniqueNames();
  return paged(operations).map((part, index) => ({
    key: index === 0 ? `tag ${name}` : `tag ${name} ${index + 1}`,
    title: numbered(title, index),
    markdown: written(
      index === 0 ? description : undefined,
      part.flatMap((operation) => [
        block('heading-2', { id: anchor(anchorOf(operation)) }, plain(titleOf(operation))),
        ...describe.operation(operation),
      ]),
      part.map(({ description: says }) => says),
    ),
    props: { doc: 'operations', page: name },
    pages: [],
  }));
}

function tagPage({ name, title, description, operations }: TagOutline, describe: Describe): ReferencePage {
  return {
    key: `tag ${name}`,
    title,
    markdown: written(description, []),
    props: { doc: 'tag', page: name },
    pages: operations.map((operation) => ({
      key: `operation ${operation.method} ${operation.path}`,
      title: titleOf(operation),
      markdown: written(operation.description, describe.operation(operation)),
      props: { doc: 'operation', page: operation.path, method: operation.method },
      pages: [],
    })),
  };
}

function modelPages(models: readonly ModelOutline[], describe: Describe): ReferencePage[] {
  const anchor = uniqueNames();
  return paged(models).map((part, index) => ({
    key: index === 0 ? 'models' : `models ${index + 1}`,
    title: numbered('Models', index),
    markdown: written(
      undefined,
      part.flatMap((model) => [
        block('heading-2', { id: anchor(anchorSlug(model.name) || 'model') }, plain(model.name)),
        ...describe.model(model),
      ]),
      part.map(({ description }) => description),
    ),
    props: { doc: 'models' },
    pages: [],
  }));
}

const titleOf = ({ summary, method, path }: OperationOutline) => summary ?? `${method.toUpperCase()} ${path}`;
const anchorOf = ({ id, method, path }: OperationOutline) =>
  anchorSlug(id ?? `${method} ${path.replace(/[^\p{L}\p{N}]+/gu, ' ')}`) || method;
const numbered = (title: string, index: number) => (index === 0 ? title : `${title} (${index + 1})`);

function paged<T>(items: readonly T[]): T[][] {
  const count = Math.max(1, Math.ceil(items.length / mostBlocks));
  return Array.from({ length: count }, (_, index) => items.slice(index * mostBlocks, (index + 1) * mostBlocks));
}

/**
 * Markdown of an introduction and blocks; behind the headings among them stand the descriptions, in their order. What
 * people wrote in a specification is left out where it would change what the blocks mean, or make the page too large.
 */
function written(
  introduction: string | undefined,
  blocks: readonly Block[],
  descriptions: readonly (string | undefined)[] = [],
): string {
  const of = (nodes: readonly Block[]) => writeDocument({ ...documentOf([]), nodes: [...nodes] });
  const fits = (markdown: string) => Buffer.byteLength(markdown) <= MAX_PAGE_BYTES;
  for (const intact of [withDescriptions(blocks, descriptions), blocks]) {
    const markdown = of([...read(introduction), ...intact]);
    if (fits(markdown) && keeps(markdown, blocks)) return markdown;
  }
  const bare = of(blocks);
  return fits(bare) ? bare : '';
}

function withDescriptions(blocks: readonly Block[], descriptions: readonly (string | undefined)[]): Block[] {
  let next = 0;
  return blocks.flatMap((each) => (each.type === 'heading-2' ? [each, ...read(descriptions[next++])] : [each]));
}

const read = (markdown: string | undefined): Block[] =>
  markdown === undefined ? [] : readDocument(markdown.replace(/^---/, '\\---')).nodes;

/** Whether all blocks are read again, in their order, at the top of the page. */
function keeps(markdown: string, blocks: readonly Block[]): boolean {
  const left = blocks.map(nameOf);
  for (const node of readDocument(markdown).nodes) if (nameOf(node) === left[0]) left.shift();
  return left.length === 0;
}

const nameOf = ({ type, data, nodes }: Block) =>
  JSON.stringify([type, data.path ?? data.schemas, data.method, type === 'heading-2' ? data.id : nodes?.length]);
