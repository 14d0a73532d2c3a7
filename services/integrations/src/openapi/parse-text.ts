import { isDeepYaml } from '@quire/runtime/yaml';
import { isMap as isYamlMap, isNode, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import { openApiLimits } from './limits.js';
import { cannotParse } from './problem.js';
import { isMap, type JsonMap, measure } from './values.js';

const yaml = { schema: 'core', merge: true, uniqueKeys: false, logLevel: 'silent' } as const;

/** Reads a file, JSON or YAML, that holds an object; throws `Unusable` with the place of the first mistakes. */
export function parseText(text: string, file: string): JsonMap {
  const json = looksLikeJson(text) ? readJson(text) : undefined;
  const value = json ?? readYaml(text, file);
  if (!isMap(value)) throw cannotParse(whatItIs(text), { file });
  measure(value, file);
  // What YAML repeats by an alias is one object so far.
  return json === undefined ? (JSON.parse(JSON.stringify(value)) as JsonMap) : value;
}

const looksLikeJson = (text: string) => /^\s*[[{]/.test(text);

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    // Braces are YAML too, which also knows where the mistake is.
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function readYaml(text: string, file: string): unknown {
  if (text.trim() === '' || /^\s*</.test(text)) throw cannotParse(whatItIs(text), { file });
  if (isDeepYaml(text)) throw cannotParse('is nested deeper than can be read.', { file });
  const lines = new LineCounter();
  const document = parseDocument(text, { ...yaml, lineCounter: lines, prettyErrors: false });
  if (document.errors.length > 0) {
    const [{ message, pos }] = document.errors as [(typeof document.errors)[0]];
    const { line, col } = lines.linePos(pos[0]);
    throw cannotParse(message, { file, line, column: col });
  }
  try {
    return document.toJS({ maxAliasCount: 1_000 });
  } catch (error) {
    if (error instanceof ReferenceError || error instanceof TypeError || error instanceof RangeError)
      throw cannotParse(`cannot be read: ${error.message}`, { file });
    throw error;
  }
}

function whatItIs(text: string): string {
  if (text.trim() === '') return 'is empty.';
  if (/^\s*<(?:!doctype html|html)/i.test(text)) return 'is an HTML page, not an OpenAPI document.';
  return 'is no OpenAPI document: it must be an object in JSON or YAML.';
}

/** Lines beyond this are not looked for: it would take longer than reading the document did. */
const locatable = openApiLimits.bytes / 5;

/** Finds the lines of JSON pointers, given as their tokens, in a text that was read before; those that cannot be found are left out. */
export function locate(
  text: string,
  paths: readonly (readonly string[])[],
): ({ line: number; column: number } | undefined)[] {
  if (text.length > locatable || isDeepYaml(text)) return paths.map(() => undefined);
  const lines = new LineCounter();
  const document = parseDocument(text, { ...yaml, lineCounter: lines, prettyErrors: false });
  return paths.map((path) => {
    const start = startOf(document, path);
    if (start === undefined) return undefined;
    const { line, col } = lines.linePos(start);
    return { line, column: col };
  });
}

/** Where the value begins that a path leads to, or its key. */
function startOf({ contents }: { contents: unknown }, path: readonly string[]): number | undefined {
  let at = contents;
  let start = isNode(at) ? at.range?.[0] : undefined;
  for (const token of path) {
    if (isYamlMap(at)) {
      const pair = at.items.find(({ key }) => isScalar(key) && String(key.value) === token);
      start = isNode(pair?.key) ? pair.key.range?.[0] : undefined;
      at = pair?.value;
    } else if (isSeq(at)) {
      at = at.items[Number(token)];
      start = isNode(at) ? at.range?.[0] : undefined;
    } else return undefined;
    if (start === undefined) return undefined;
  }
  return start;
}
