/** An object of an OpenAPI document. */
export type Json = Readonly<Record<string, unknown>>;

export const isRecord = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const mostSteps = 20;

/** What a value is where it is a reference into the document; undefined when that leads nowhere, or in circles. */
export function resolve(document: Json, value: unknown): unknown {
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
    const name = unescaped(part);
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, name)) return undefined;
    place = (place as Json)[name];
  }
  return place;
}

function unescaped(part: string): string {
  const plain = part.replaceAll('~1', '/').replaceAll('~0', '~');
  try {
    return decodeURIComponent(plain);
  } catch {
    // A percent sign that encodes nothing stands for itself.
    return plain;
  }
}
