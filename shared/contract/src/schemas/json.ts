import { z } from 'zod';
import { isStorable } from './text.js';
import type { Schema } from './schema.js';

const maxDepth = 200;

/** Why a parsed JSON value cannot be stored, or undefined when it can. Iterative: nesting cannot exhaust the stack. */
function whyUnstorable(root: unknown): string | undefined {
  const stack: { value: unknown; depth: number }[] = [{ value: root, depth: 0 }];
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { value, depth } = top;
    if (typeof value === 'string' && !isStorable(value)) return 'must not contain U+0000 or unpaired surrogates';
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= maxDepth) return `must not be nested deeper than ${maxDepth} levels`;
    for (const [key, child] of Object.entries(value)) {
      if (!isStorable(key)) return 'must not contain U+0000 or unpaired surrogates';
      stack.push({ value: child, depth: depth + 1 });
    }
  }
  return undefined;
}

function checkStorable(value: unknown, context: z.RefinementCtx): void {
  const message = whyUnstorable(value);
  if (message !== undefined) context.addIssue({ code: 'custom', message, input: value });
}

export type JsonObject = Record<string, unknown>;

/** Any JSON object: free keys and values, bounded nesting, only strings that can be stored. */
export const JsonObject: Schema<JsonObject> = z.record(z.string(), z.unknown()).superRefine(checkStorable);

const document = z
  .object({ object: z.literal('document'), data: JsonObject, nodes: z.array(JsonObject) })
  .meta({ id: 'JSONDocument' });

/** A document as a tree of blocks; the blocks themselves are checked where they are converted. */
export interface JsonDocument extends z.infer<typeof document> {}
export const JsonDocument: Schema<JsonDocument> = document;
