import { parseDocument } from 'yaml';

const maxBrackets = 64;
const maxIndent = 64;
/**
 * Deep nesting makes the parser slow beyond measure, or even ends the process while it compiles an expression as long as the
 * indentation; so such a text never reaches it.
 */
const tooDeep = new RegExp(`^[ \\t]{${maxIndent}}|(?:[-?:][ \\t]+){5}|(?:[!&*][^\\s]*[ \\t]+){5}`, 'm');

export interface YamlValue {
  /** What could be read; undefined when nothing was. */
  value: unknown;
  /** Whether it was read without mistakes. */
  sound: boolean;
}

/** Reads YAML from a stranger in bounded time. A text that is too long, too deep or explodes is not sound and has no value. */
export function readYaml(text: string, { maxLength }: { maxLength: number }): YamlValue {
  if (!isHarmless(text, maxLength)) return { value: undefined, sound: false };
  try {
    const document = parseDocument(text, { schema: 'core', uniqueKeys: false, logLevel: 'silent', strict: false });
    return { value: document.toJS({ maxAliasCount: 20 }), sound: document.errors.length === 0 };
  } catch {
    // Aliases that explode, merges of what cannot be merged.
    return { value: undefined, sound: false };
  }
}

function isHarmless(text: string, maxLength: number): boolean {
  if (text.length > maxLength || tooDeep.test(text)) return false;
  let brackets = 0;
  for (const char of text) if (char === '[' || char === '{') brackets += 1;
  return brackets <= maxBrackets;
}
