import { isRecord, type Json, resolveReference } from '@quire/runtime';
import { label, prose } from './describe.js';

/** Of one block: a specification can name itself in ways that would never end, or fill a hundred pages. */
const mostFields = 1_000;
const deepest = 8;

/** Writes schemas of a document as nested lists of fields, which open and close. */
export class SchemaWriter {
  #left = mostFields;

  constructor(private readonly document: Json) {}

  /** What is in a value of this schema, and a word on what it is. */
  body(schema: unknown): string {
    return `<p class="api-type">${this.type(schema)}</p>${this.#facts(schema)}${this.#inside(schema, [])}`;
  }

  /** A field: a parameter, a header, or a property of an object. */
  field(
    name: string,
    schema: unknown,
    { required = false, deprecated = false, description }: FieldNotes,
    above: Above = [],
  ): string {
    this.#left -= 1;
    const notes = `${required ? ' <span class="api-required">required</span>' : ''}${deprecated ? ' <span class="api-deprecated">deprecated</span>' : ''}`;
    const found = this.#resolved(schema);
    const says = prose(description ?? found.description);
    const head = `<p><code>${label(name)}</code> <span class="api-type">${this.type(schema)}</span>${notes}</p>`;
    const inside = this.#inside(schema, above);
    const more = inside ? `<details><summary>Fields of ${label(name)}</summary>${inside}</details>` : '';
    return `<li>${head}${says}${this.#facts(schema)}${more}</li>`;
  }

  /** What a value is, in words. */
  type(schema: unknown, depth = 0): string {
    const found = this.#resolved(schema);
    const name = nameOf(schema);
    if (depth > 3) return name ?? 'any';
    if (found.items !== undefined || found.type === 'array') return `array of ${this.type(found.items, depth + 1)}`;
    if (name !== undefined) return label(name);
    const written = (Array.isArray(found.type) ? found.type : [found.type]).filter((type) => typeof type === 'string');
    const types = written.length > 0 ? written : typesOf(valuesOf(found));
    const format = typeof found.format === 'string' ? ` (${label(found.format)})` : '';
    const nullable = found.nullable === true && !types.includes('null') ? ' or null' : '';
    if (types.length > 0) return `${types.map(label).join(' or ')}${format}${nullable}`;
    for (const kind of ['oneOf', 'anyOf'] as const) {
      const options = found[kind];
      if (Array.isArray(options))
        return (
          options
            .slice(0, 10)
            .map((option) => this.type(option, depth + 1))
            .join(' or ') || 'any'
        );
    }
    return found.properties !== undefined || found.allOf !== undefined ? 'object' : 'any';
  }

  #resolved(schema: unknown): Json {
    const found = resolveReference(this.document, schema);
    return isRecord(found) ? found : {};
  }

  #facts(schema: unknown): string {
    const found = this.#resolved(schema);
    const facts = factNames.flatMap(([name, says]) =>
      found[name] === undefined ? [] : [`${says} <code>${label(found[name])}</code>`],
    );
    const values = valuesOf(found);
    if (values.length > 0) {
      const some = values.slice(0, 50).map((value) => `<code>${label(value)}</code>`);
      facts.unshift(`One of ${some.join(', ')}${values.length > 50 ? ' …' : ''}`);
    }
    return facts.length === 0 ? '' : `<p class="api-facts">${facts.join(' · ')}</p>`;
  }

  /** The fields of an object, of what a list holds, or of the choices that there are. */
  #inside(schema: unknown, above: Above): string {
    const found = this.#resolved(schema);
    if (above.includes(found)) return '<p class="api-facts">The same as above.</p>';
    if (above.length >= deepest || this.#left <= 0) return '';
    const path = [...above, found];
    if (found.items !== undefined) return this.#inside(found.items, path);
    const options = [found.oneOf, found.anyOf].find((list) => Array.isArray(list) && list.length > 1) as
      | unknown[]
      | undefined;
    return this.#fields(found, path) + (options ? this.#choices(options, path) : '');
  }

  #choices(options: readonly unknown[], path: Above): string {
    const written = options.slice(0, 20).map((option, index) => {
      const inside = this.#inside(option, path);
      return inside
        ? `<details><summary>${nameOf(option) === undefined ? `Choice ${index + 1}` : label(nameOf(option))}</summary>${inside}</details>`
        : '';
    });
    return written.join('');
  }

  #fields(schema: Json, path: Above): string {
    const { properties, required } = this.#gathered(schema, []);
    const written: string[] = [];
    for (const [name, property] of properties) {
      if (this.#left <= 0) {
        written.push('<li><p>…</p></li>');
        break;
      }
      const { deprecated } = this.#resolved(property);
      const own = isRecord(property) && typeof property.description === 'string' ? property.description : undefined;
      written.push(
        this.field(
          name,
          property,
          { required: required.has(name), deprecated: deprecated === true, description: own },
          path,
        ),
      );
    }
    if (isRecord(schema.additionalProperties) && this.#left > 0)
      written.push(this.field('[any key]', schema.additionalProperties, {}, path));
    return written.length === 0 ? '' : `<ul class="api-fields">${written.join('')}</ul>`;
  }

  /** The properties of an object and of all that it is made of. */
  #gathered(schema: Json, seen: readonly Json[]): { properties: Map<string, unknown>; required: Set<string> } {
    const properties = new Map<string, unknown>();
    const required = new Set<string>();
    if (seen.includes(schema) || seen.length > deepest) return { properties, required };
    for (const part of Array.isArray(schema.allOf) ? schema.allOf.slice(0, 50) : []) {
      const inner = this.#gathered(this.#resolved(part), [...seen, schema]);
      for (const [name, property] of inner.properties) properties.set(name, property);
      for (const name of inner.required) required.add(name);
    }
    for (const [name, property] of Object.entries(isRecord(schema.properties) ? schema.properties : {}))
      properties.set(name, property);
    for (const name of Array.isArray(schema.required) ? schema.required : [])
      if (typeof name === 'string') required.add(name);
    return { properties, required };
  }
}

interface FieldNotes {
  required?: boolean;
  deprecated?: boolean;
  description?: unknown;
}
type Above = readonly Json[];

const factNames = [
  ['default', 'Default'],
  ['minimum', 'At least'],
  ['maximum', 'At most'],
  ['minLength', 'Shortest'],
  ['maxLength', 'Longest'],
  ['minItems', 'Fewest items'],
  ['maxItems', 'Most items'],
  ['pattern', 'Pattern'],
  ['example', 'Example'],
] as const;

/** All values that there are, where a schema lists them. */
const valuesOf = ({ enum: listed, const: only }: Json): unknown[] =>
  Array.isArray(listed) ? listed : only === undefined ? [] : [only];

/** What values are where nothing else says so, in the words of JSON Schema. */
function typesOf(values: readonly unknown[]): string[] {
  const types = new Set(values.map(typeOf));
  if (types.has('number')) types.delete('integer');
  return [...types];
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

/** The name of a schema that is written elsewhere in the document. */
function nameOf(schema: unknown): string | undefined {
  if (!isRecord(schema) || typeof schema.$ref !== 'string') return undefined;
  return /^#\/(?:components\/schemas|definitions)\/([^/]+)$/.exec(schema.$ref)?.[1]?.replaceAll('~1', '/');
}
