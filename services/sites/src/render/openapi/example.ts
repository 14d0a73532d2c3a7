import { isRecord, type Json, resolveReference } from '@quire/runtime';

const deepest = 5;
const mostFields = 200;

/** An example of a value: what the schema gives as one, or something of its type. Ends for schemas that do not. */
export function exampleOf(document: Json, schema: unknown): unknown {
  let left = mostFields;
  const make = (value: unknown, above: readonly Json[]): unknown => {
    const found = resolveReference(document, value);
    if (!isRecord(found)) return null;
    if (found.example !== undefined) return found.example;
    if (Array.isArray(found.examples) && found.examples.length > 0) return found.examples[0];
    if (found.const !== undefined) return found.const;
    if (found.default !== undefined) return found.default;
    if (Array.isArray(found.enum) && found.enum.length > 0) return found.enum[0];
    if (above.includes(found) || above.length >= deepest) return undefined;
    const path = [...above, found];
    if (Array.isArray(found.allOf)) {
      const parts = [...found.allOf.map((part) => make(part, path)), ownOf(found, path)];
      return Object.assign({}, ...parts.filter(isRecord)) as unknown;
    }
    const [option] = [found.oneOf, found.anyOf].flatMap((list) => (Array.isArray(list) ? list : []));
    if (option !== undefined && found.properties === undefined) return make(option, path);
    if (found.items !== undefined || typeOf(found) === 'array') {
      const item = make(found.items, path);
      return item === undefined ? [] : [item];
    }
    return found.properties !== undefined || typeOf(found) === 'object' ? ownOf(found, path) : plain(found);
  };
  const ownOf = (found: Json, path: readonly Json[]): Json => {
    const fields: [string, unknown][] = [];
    for (const [name, property] of Object.entries(isRecord(found.properties) ? found.properties : {})) {
      left -= 1;
      if (left < 0) break;
      const value = make(property, path);
      if (value !== undefined) fields.push([name, value]);
    }
    return Object.fromEntries(fields);
  };
  return make(schema, []);
}

const typeOf = ({ type }: Json) => (Array.isArray(type) ? type.find((each) => each !== 'null') : type);

function plain(schema: Json): unknown {
  switch (typeOf(schema)) {
    case 'integer':
    case 'number':
      return typeof schema.minimum === 'number' ? schema.minimum : 1;
    case 'boolean':
      return true;
    case 'string':
      return byFormat[String(schema.format)] ?? 'text';
    default:
      return null;
  }
}

const byFormat: Readonly<Record<string, string>> = {
  date: '2026-01-31',
  'date-time': '2026-01-31T12:00:00Z',
  email: 'name@example.com',
  uri: 'https://example.com',
  uuid: '123e4567-e89b-12d3-a456-426614174000',
};

/** A word as a shell takes it. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
