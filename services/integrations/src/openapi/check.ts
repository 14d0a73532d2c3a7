import { validate } from '@readme/openapi-parser';
import { openApiLimits } from './limits.js';
import { cannotParse } from './problem.js';
import { referencesIn } from './references.js';
import { isMap, type JsonMap } from './values.js';

/** Matters of taste, or of what references lead to: a document that breaks these can still be shown. */
const lenient = {
  'array-without-items': 'warning',
  'duplicate-non-request-body-parameters': 'warning',
  'duplicate-operation-id': 'warning',
  'invalid-security-scheme-properties': 'warning',
  'non-optional-path-parameters': 'warning',
  'path-parameters-not-in-parameters': 'warning',
  'path-parameters-not-in-path': 'warning',
} as const;

/** A problem, and the keys that lead to it in the document. */
export interface Found {
  message: string;
  path: string[];
}

/**
 * Checks a document of the versions 2.0, 3.0 or 3.1 by the schema of its version. References are left as they are: what they
 * lead to is checked where it stands, once, however often and in whatever circles it is referred to.
 */
export async function check(document: JsonMap): Promise<{ found: Found[]; count: number }> {
  const copy = structuredClone(document);
  // The parser would resolve what begins with #; other references it leaves alone.
  for (const { ref, replace } of referencesIn(copy)) replace(`unresolved:${ref}`);
  allowEmpty(copy);
  const rules = { openapi: lenient, swagger: { ...lenient, 'unknown-required-schema-property': 'warning' } } as const;
  const result = await validate(copy as never, { resolve: { external: false }, validate: { rules } }).catch(refuse);
  if (result.valid) return { found: [], count: 0 };
  const found = result.errors.slice(0, openApiLimits.problems).map(({ message }) => ({
    message: summarize(message),
    path: pathAt(copy, Number(/^> *(\d+) \|/m.exec(message)?.[1] ?? 1)),
  }));
  return { found, count: result.errors.length + result.additionalErrors };
}

/** Of 3.1 the parser wants an entry in one of these. The format wants one of them to be there, and lets it be empty. */
function allowEmpty(copy: JsonMap): void {
  if (!String(copy.openapi).startsWith('3.1')) return;
  const parts = [copy.paths, copy.webhooks, copy.components].filter((part) => part !== undefined);
  const isEmpty = parts.length > 0 && parts.every((part) => isMap(part) && Object.keys(part).length === 0);
  if (isEmpty) copy.components = { schemas: {} };
}

/** It throws for a version that it does not know, and where something is of another type than it counted on. */
function refuse(error: unknown): never {
  throw cannotParse(`cannot be checked: ${error instanceof Error ? error.message : String(error)}`);
}

/** The first line, without the name of the rule that it begins with. */
const summarize = (message: string) =>
  message
    .split('\n')[0]!
    .replace(/^[A-Z][A-Z ]+ (?=\S)/, '')
    .trim();

/** What is at a line of a value that is written as JSON with two spaces of indentation, which is how the parser tells of places. */
export function pathAt(value: unknown, line: number): string[] {
  const path: string[] = [];
  let at = value;
  let first = 1;
  while (typeof at === 'object' && at !== null && line > first) {
    let next = first + 1;
    const inside = Object.entries(at).find(([, child]) => {
      const height = linesOf(child);
      if (line < next + height) return true;
      next += height;
      return false;
    });
    // The closing bracket.
    if (!inside) return path;
    path.push(inside[0]);
    at = inside[1];
    first = next;
  }
  return path;
}

function linesOf(value: unknown): number {
  let lines = 0;
  const open = [value];
  while (open.length > 0) {
    const at = open.pop();
    lines += 1;
    if (typeof at !== 'object' || at === null) continue;
    const children: unknown[] = Object.values(at);
    if (children.length > 0) lines += 1;
    for (const child of children) open.push(child);
  }
  return lines;
}
