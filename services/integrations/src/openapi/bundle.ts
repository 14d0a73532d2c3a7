import { cannotParse } from './problem.js';
import { type Files, fileOf, type Source } from './read-files.js';
import { referencesIn } from './references.js';
import { type JsonMap, pointerOf, reaches, tokensOf } from './values.js';

/** Where a bundled document keeps other files; every version of the format lets it have such a field. */
export const filesField = 'x-quire-files';

/**
 * Makes one document of all files: the others go below `x-quire-files` as they are, and every reference leads to where its
 * target is now. Nothing is copied or resolved, so circles are harmless. Throws for a reference that leads nowhere.
 */
export function bundle(files: Files, source: Source): JsonMap {
  const keys = keysOf(files);
  const places = new Map([...files].map(([address, { content }]) => [address, structuredClone(content)]));
  for (const [address, content] of places) {
    const file = files.get(address)!;
    for (const { ref, path, replace } of referencesIn(content)) {
      const target = fileOf(ref, { address, file, source })!;
      const fragment = decode(ref.split('#').slice(1).join('#'));
      const tokens = tokensOf(fragment);
      // Anchors of 3.1 (`#name`) are found by those who read schemas; in another file nobody would look for them.
      if (tokens === undefined && target === '' && address === '') continue;
      if (tokens === undefined || !reaches(files.get(target)!.content, tokens))
        throw cannotParse(`refers to ${ref}, which is not there.`, { file: file.name, path: pointerOf(path) });
      if (target !== '') replace(`#/${filesField}/${keys.get(target)!}${fragment}`);
      else if (address !== '') replace(`#${fragment}`);
    }
  }
  const [document, ...others] = [...places.values()] as [JsonMap, ...JsonMap[]];
  if (others.length === 0) return document;
  const named = [...keys.values()].map((key, index) => [key, others[index]]);
  return { ...document, [filesField]: Object.fromEntries(named) };
}

/** Names of the other files that need no escaping in a pointer, each once. */
function keysOf(files: Files): Map<string, string> {
  const keys = new Map<string, string>();
  const taken = new Set<string>();
  for (const [address, { name }] of files) {
    if (address === '') continue;
    const plain = name.replace(/^https?:\/\//, '').replaceAll(/[^\w.-]+/g, '_');
    let key = plain;
    for (let number = 2; taken.has(key); number++) key = `${plain}-${number}`;
    taken.add(key);
    keys.set(address, key);
  }
  return keys;
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch (error) {
    // A percent sign that means itself.
    if (error instanceof URIError) return fragment;
    throw error;
  }
}
