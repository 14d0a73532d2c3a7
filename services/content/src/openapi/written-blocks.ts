import { isRecord, type Json, resolveReference } from '@quire/runtime';
import { type Block, block, leaf, type Leaf, paragraph, text } from '../document/types.js';
import type { Describe } from './reference-pages.js';

/** Of one operation or schema: a specification can name itself in ways that would never end. */
const mostFields = 200;
const deepest = 4;
const longestNote = 1_000;

/** Blocks that say what a document says of an operation or schema, and know nothing of it afterwards. */
export const writtenBlocks = (document: Json): Describe => ({
  operation: ({ method, path }) => {
    const writer = new Writer(document);
    const line = block('code', { syntax: 'http' }, [
      block('code-line', {}, [text([leaf(`${method.toUpperCase()} ${path}`)])]),
    ]);
    return [line, ...writer.parameters(path, method), ...writer.body(path, method), ...writer.responses(path, method)];
  },
  model: ({ name }) => {
    const schemas = isRecord(document.components) ? document.components.schemas : document.definitions;
    const schema = isRecord(schemas) && Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    const writer = new Writer(document);
    const fields = writer.fields(schema, []);
    return [paragraph([text([leaf(`Type: ${writer.type(schema)}`)])]), ...(fields ? [fields] : [])];
  },
});

class Writer {
  #left = mostFields;

  constructor(private readonly document: Json) {}

  parameters(path: string, method: string): Block[] {
    const { item, fields } = this.#operation(path, method);
    const all = [...listOf(item.parameters), ...listOf(fields.parameters)]
      .map((parameter) => this.#record(parameter))
      .filter(({ name, in: place }) => typeof name === 'string' && place !== 'body');
    const items = all.slice(0, mostFields).map((parameter) => {
      const schema = parameter.schema ?? { ...parameter, description: undefined };
      const notes = [
        this.type(schema),
        `in ${plain(parameter.in)}`,
        ...(parameter.required === true ? ['required'] : []),
      ];
      return this.#item(plain(parameter.name), notes, parameter.description, undefined);
    });
    return part('Parameters', items);
  }

  body(path: string, method: string): Block[] {
    const { fields } = this.#operation(path, method);
    const inBody = listOf(fields.parameters)
      .map((each) => this.#record(each))
      .find((each) => each.in === 'body');
    const contents = inBody
      ? [['application/json', inBody]]
      : Object.entries(contentOf(this.#record(fields.requestBody)));
    return part(
      'Request body',
      (contents as [string, unknown][]).map(([type, media]) => this.#media(type, media)),
    );
  }

  responses(path: string, method: string): Block[] {
    const { fields } = this.#operation(path, method);
    const all = Object.entries(isRecord(fields.responses) ? fields.responses : {}).slice(0, 50);
    const items = all.map(([status, value]) => {
      const response = this.#record(value);
      const [first] = Object.values(contentOf(response));
      const schema = response.schema ?? (isRecord(first) ? first.schema : undefined);
      const notes = schema === undefined ? [] : [this.type(schema)];
      return this.#item(
        status,
        notes,
        response.description,
        schema === undefined ? undefined : this.fields(schema, []),
      );
    });
    return part('Responses', items);
  }

  /** The properties of a value as a list; undefined when there are none to show. */
  fields(schema: unknown, above: readonly Json[]): Block | undefined {
    const found = this.#record(schema);
    if (above.includes(found) || above.length >= deepest) return undefined;
    const path = [...above, found];
    if (found.items !== undefined) return this.fields(found.items, path);
    const items: Block[] = [];
    const { properties, required } = this.#gathered(found, []);
    for (const [name, property] of properties) {
      this.#left -= 1;
      if (this.#left < 0) break;
      const { description } = this.#record(property);
      const notes = [this.type(property), ...(required.has(name) ? ['required'] : [])];
      items.push(this.#item(name, notes, description, this.fields(property, path)));
    }
    return items.length === 0 ? undefined : block('list-unordered', {}, items);
  }

  type(schema: unknown, depth = 0): string {
    const found = this.#record(schema);
    if (depth < 3 && (found.items !== undefined || found.type === 'array'))
      return `array of ${this.type(found.items, depth + 1)}`;
    const name = isRecord(schema) && typeof schema.$ref === 'string' ? schema.$ref.split('/').at(-1) : undefined;
    if (name) return name;
    const written = (Array.isArray(found.type) ? found.type : [found.type]).filter((type) => typeof type === 'string');
    const types = written.length > 0 ? written : typesOf(found);
    return types.join(' or ') || (found.properties === undefined && found.allOf === undefined ? 'any' : 'object');
  }

  #operation(path: string, method: string): { item: Json; fields: Json } {
    const item = this.#record(isRecord(this.document.paths) ? this.document.paths[path] : undefined);
    return { item, fields: this.#record(item[method]) };
  }

  #media(type: string, media: unknown): Block {
    const schema = isRecord(media) ? media.schema : undefined;
    const notes = schema === undefined ? [] : [this.type(schema)];
    return this.#item(type, notes, undefined, schema === undefined ? undefined : this.fields(schema, []));
  }

  #item(name: string, notes: readonly string[], description: unknown, inner: Block | undefined): Block {
    const leaves: Leaf[] = [leaf(name || '?', [{ object: 'mark', type: 'code' }])];
    const note = notes.length > 0 ? ` (${notes.join(', ')})` : '';
    const says = plain(description).slice(0, longestNote);
    if (note || says) leaves.push(leaf(`${note}${says ? `: ${says}` : ''}`));
    return block('list-item', {}, [paragraph([text(leaves)]), ...(inner ? [inner] : [])]);
  }

  #record(value: unknown): Json {
    const found = resolveReference(this.document, value);
    return isRecord(found) ? found : {};
  }

  #gathered(schema: Json, seen: readonly Json[]): { properties: Map<string, unknown>; required: Set<string> } {
    const properties = new Map<string, unknown>();
    const required = new Set<string>();
    if (seen.includes(schema) || seen.length > deepest) return { properties, required };
    for (const one of listOf(schema.allOf).slice(0, 50)) {
      const inner = this.#gathered(this.#record(one), [...seen, schema]);
      for (const [name, property] of inner.properties) properties.set(name, property);
      for (const name of inner.required) required.add(name);
    }
    for (const [name, property] of Object.entries(isRecord(schema.properties) ? schema.properties : {}))
      properties.set(name, property);
    for (const name of listOf(schema.required)) if (typeof name === 'string') required.add(name);
    return { properties, required };
  }
}

const part = (title: string, items: Block[]): Block[] =>
  items.length === 0 ? [] : [block('heading-3', {}, [text([leaf(title)])]), block('list-unordered', {}, items)];

const contentOf = ({ content }: Json): Json => (isRecord(content) ? content : {});
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const plain = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .slice(0, 2 * longestNote)
        .replace(/\s+/g, ' ')
        .trim()
    : '';

/** What the values are that a schema lists, in the words of JSON Schema. */
function typesOf({ enum: listed, const: only }: Json): string[] {
  const types = new Set((Array.isArray(listed) ? listed : only === undefined ? [] : [only]).map(typeOf));
  if (types.has('number')) types.delete('integer');
  return [...types];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}
