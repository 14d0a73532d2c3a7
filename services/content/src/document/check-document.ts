import type { JsonDocument } from '@quire/contract';
import { invalid } from '@quire/runtime';
import { z } from 'zod';
import { type Document, markTypes } from './types.js';

const data = z.record(z.string(), z.unknown()).default({});
const mark = z.object({ object: z.literal('mark').default('mark'), type: z.enum(markTypes), data: z.any().optional() });
const text = z.object({
  object: z.literal('text'),
  leaves: z.array(
    z.object({ object: z.literal('leaf').default('leaf'), text: z.string(), marks: z.array(mark).default([]) }),
  ),
});
const inline = z.object({
  object: z.literal('inline'),
  type: z.enum([
    'annotation',
    'button',
    'emoji',
    'expression',
    'icon',
    'inline-image',
    'inline-math',
    'link',
    'markdown',
    'mention',
  ]),
  isVoid: z.boolean().default(false),
  data,
  get nodes() {
    return z.array(phrase).optional();
  },
});
const phrase = z.discriminatedUnion('object', [text, inline]);

const fragment = z.object({
  object: z.literal('fragment').default('fragment'),
  fragment: z.string().default(''),
  type: z.string().optional(),
  nodes: z.array(z.lazy((): z.ZodType => block)),
});

/** What holds phrases, what holds blocks of some kind, and what holds neither. */
const phraseBlocks = ['paragraph', 'heading-1', 'heading-2', 'heading-3', 'code-line'] as const;
const itemsOf = {
  'list-ordered': 'list-item',
  'list-unordered': 'list-item',
  'list-tasks': 'list-item',
  tabs: 'tabs-item',
  stepper: 'stepper-step',
  columns: 'column',
  images: 'image',
  code: 'code-line',
} as const;
const blockBlocks = ['blockquote', 'hint', 'if', 'list-item', 'tabs-item', 'stepper-step', 'column'] as const;
const voidBlocks = [
  'content-ref',
  'divider',
  'embed',
  'expandable',
  'file',
  'image',
  'markdown',
  'math',
  'openapi-operation',
  'openapi-schemas',
  'swagger',
  'table',
] as const;
/** Blocks that stand in one kind of other block only. */
const items = new Set<string>(Object.values(itemsOf));

const common = {
  object: z.literal('block'),
  isVoid: z.boolean().default(false),
  data,
  fragments: z.array(fragment).optional(),
};
const block: z.ZodType = z.lazy(() => anyBlock);
const anyBlock = z.discriminatedUnion('type', [
  z.object({
    ...common,
    type: z.enum(phraseBlocks),
    nodes: z.array(phrase).default([]),
  }),
  z.object({
    ...common,
    type: z.enum(Object.keys(itemsOf) as (keyof typeof itemsOf)[]),
    nodes: z.array(block).min(1),
  }),
  z.object({
    ...common,
    type: z.enum(blockBlocks),
    nodes: z.array(block).default([]),
  }),
  z.object({ ...common, type: z.enum(voidBlocks) }),
]);

const maxDepth = 100;

/**
 * Checks what a client sends as a document, so that it can be written as Markdown; 400 with the paths of what is wrong.
 * `path` is where the document stands in the request.
 */
export function checkDocument(given: JsonDocument, path: string): Document {
  if (depthOf(given) > 2 * maxDepth)
    throw invalid([{ path, message: `must not be nested deeper than ${maxDepth} blocks` }]);
  const checked = z.object({ nodes: z.array(block) }).safeParse(given);
  if (!checked.success) {
    const details = checked.error.issues.slice(0, 20);
    throw invalid(details.map(({ path: at, message }) => ({ path: [path, ...at].join('.'), message })));
  }
  const nodes = checked.data.nodes as unknown as Document['nodes'];
  const misplaced: string[] = [];
  nodes.forEach((node, index) => checkPlaces(node, undefined, `${path}.nodes.${index}`, misplaced));
  if (misplaced.length > 0)
    throw invalid(misplaced.slice(0, 20).map((at) => ({ path: at, message: 'is not a block that may stand there' })));
  return { object: 'document', data: { schemaVersion: 1 }, nodes };
}

interface Placed {
  object: string;
  type?: string;
  nodes?: Placed[];
  fragments?: Placed[];
}

function checkPlaces(node: Placed, parent: string | undefined, path: string, misplaced: string[]): void {
  if (node.object !== 'block' && node.object !== 'fragment') return;
  const wanted =
    parent !== undefined && Object.hasOwn(itemsOf, parent) ? itemsOf[parent as keyof typeof itemsOf] : undefined;
  if (node.object === 'block' && (wanted === undefined ? items.has(node.type!) : node.type !== wanted))
    misplaced.push(path);
  for (const [name, children] of [
    ['nodes', node.nodes ?? []],
    ['fragments', node.fragments ?? []],
  ] as const) {
    children.forEach((child, index) => checkPlaces(child, node.type, `${path}.${name}.${index}`, misplaced));
  }
}

function depthOf(root: unknown): number {
  let depth = 0;
  let level: unknown[] = [root];
  while (level.length > 0) {
    depth += 1;
    level = level.flatMap((value) => (typeof value === 'object' && value !== null ? Object.values(value) : []));
  }
  return depth;
}

/** A document as the API answers it. */
export const toJson = (document: Document): JsonDocument => document as unknown as JsonDocument;
