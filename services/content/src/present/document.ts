import type { JsonDocument } from '@quire/contract';
import { readDocument } from '../document/read-document.js';

/** A text as the API's JSON document. */
export function presentDocument(markdown: string): JsonDocument {
  const { object, data, nodes } = readDocument(markdown);
  return { object, data, nodes: nodes.map((node) => ({ ...node })) };
}
