import { isMap, type JsonMap } from './values.js';

/** A `$ref`, where it stands, and how it is replaced. */
export interface Reference {
  ref: string;
  /** Of the object that holds it. */
  path: readonly string[];
  replace(ref: string): void;
}

/** Their values are examples and the like, in which `$ref` is a word as any other. */
const literals = new Set(['example', 'default', 'const', 'enum', 'value']);
/** Below these, keys are names that authors give. */
const named = new Set([
  'properties',
  'patternProperties',
  'schemas',
  'responses',
  'parameters',
  'headers',
  'examples',
  'requestBodies',
  'securitySchemes',
  'links',
  'callbacks',
  'definitions',
  '$defs',
  'dependentSchemas',
  'paths',
  'pathItems',
  'webhooks',
]);

/** All references of a document, in its order; those inside of examples are none. */
export function* referencesIn(document: JsonMap): Generator<Reference> {
  const open: { value: unknown; path: readonly string[] }[] = [{ value: document, path: [] }];
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, path } = next;
    if (typeof value !== 'object' || value === null) continue;
    const isNamed = named.has(path.at(-1) ?? '') && !named.has(path.at(-2) ?? '');
    if (isMap(value) && typeof value.$ref === 'string' && !isNamed)
      yield { ref: value.$ref, path, replace: (ref) => void (value.$ref = ref) };
    for (const [key, child] of Object.entries(value).reverse())
      if (isNamed || !literals.has(key)) open.push({ value: child, path: [...path, key] });
  }
}
