import { openApiLimits } from './limits.js';
import { cannotParse } from './problem.js';

export type JsonMap = Record<string, unknown>;

export const isMap = (value: unknown): value is JsonMap =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export const escapeToken = (token: string): string => token.replaceAll('~', '~0').replaceAll('/', '~1');

/** A JSON pointer (RFC 6901). */
export const pointerOf = (path: readonly string[]): string => path.map((token) => `/${escapeToken(token)}`).join('');

/** The tokens of a JSON pointer; undefined when it is none. */
export function tokensOf(pointer: string): string[] | undefined {
  if (pointer === '') return [];
  if (!pointer.startsWith('/')) return undefined;
  return pointer
    .slice(1)
    .split('/')
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** Whether a value is where the tokens lead. */
export function reaches(value: unknown, tokens: readonly string[]): boolean {
  let at = value;
  for (const token of tokens) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, token)) return false;
    at = (at as JsonMap)[token];
  }
  return true;
}

/** Throws for a value that is too deep or too much when it is written out, before anybody walks through it without counting. */
export function measure(value: unknown, file: string): void {
  let values = 0;
  let characters = 0;
  const open: { value: unknown; depth: number }[] = [{ value, depth: 0 }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value: at, depth } = next;
    if (typeof at === 'string') characters += at.length;
    const isMany = typeof at === 'object' && at !== null;
    const children: unknown[] = isMany ? Object.values(at) : [];
    values += children.length;
    if (values > openApiLimits.values || characters > openApiLimits.characters)
      throw cannotParse('is too large once everything that it repeats is written out.', { file });
    if (!isMany) continue;
    if (depth === openApiLimits.depth)
      throw cannotParse(`is nested more than ${openApiLimits.depth} levels deep.`, { file });
    if (!Array.isArray(at)) for (const key of Object.keys(at)) characters += key.length;
    for (const child of children) open.push({ value: child, depth: depth + 1 });
  }
}
