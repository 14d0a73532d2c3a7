/** An object of a JSON document. */
export type Json = Readonly<Record<string, unknown>>;

/** Whether a value of a JSON document is an object. */
export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mostSteps = 20;

/**
 * What a value of a document is where it is a reference into it, `{"$ref": "#/…"}` with a JSON Pointer (RFC 6901, section 6);
 * other values are themselves. Undefined when a reference leads elsewhere, nowhere, or over more than 20 others.
 */
export function resolveReference(document: Json, value: unknown): unknown {
  let found = value;
  for (let steps = 0; isRecord(found) && typeof found.$ref === 'string'; steps += 1) {
    if (steps === mostSteps || !found.$ref.startsWith('#')) return undefined;
    found = at(document, found.$ref);
  }
  return found;
}

function at(document: Json, pointer: string): unknown {
  let place: unknown = document;
  for (const part of pointer.slice(1).split('/').slice(1)) {
    const name = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, name)) return undefined;
    place = (place as Json)[name];
  }
  return place;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    // A percent sign that encodes nothing stands for itself.
    return part;
  }
}
