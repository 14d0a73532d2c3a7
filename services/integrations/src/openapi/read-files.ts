import { openApiLimits } from './limits.js';
import { parseText } from './parse-text.js';
import { cannotParse, Unusable } from './problem.js';
import { referencesIn } from './references.js';
import { type JsonMap, pointerOf } from './values.js';

/** One file of a specification. */
export interface SourceFile {
  /** Relative to the folder of the first one where it is below that, else its address. */
  name: string;
  /** Undefined for a text that came by itself. */
  url: string | undefined;
  text: string;
  content: JsonMap;
}

export interface Source {
  text: string;
  /** Where it came from, after redirects. */
  url?: string | undefined;
  /** Where it was asked for. */
  askedUrl?: string | undefined;
}

/** Fetches the text at an address; throws `Unusable` when there is none. */
export type FetchText = (url: string, maxBytes: number) => Promise<string>;

/** The files of a specification by their addresses, the one it begins with first under the empty one. */
export type Files = ReadonlyMap<string, SourceFile>;

/** Reads a document and all other files that it refers to, directly or not. */
export async function readFiles(source: Source, fetchText: FetchText): Promise<Files> {
  const name = nameOfFirst(source);
  const first: SourceFile = { name, url: source.url, text: source.text, content: parseText(source.text, name) };
  const files = new Map([['', first]]);
  let bytes = Buffer.byteLength(source.text);
  // Whoever adds files to a map while it is walked through walks through them too.
  for (const [address, file] of files) {
    for (const { ref, path } of referencesIn(file.content)) {
      const target = fileOf(ref, { address, file, source });
      const place = { file: file.name, path: pointerOf(path) };
      if (target === undefined)
        throw cannotParse(`refers to ${shorten(ref)}, which is no address of a file here.`, place);
      if (files.has(target)) continue;
      if (files.size > openApiLimits.files)
        throw cannotParse(`refers to more than ${openApiLimits.files} other files.`, place);
      const text = await fetchText(target, openApiLimits.bytes - bytes).catch((error: unknown) => {
        throw error instanceof Unusable
          ? new Unusable(error.code, [{ message: `refers to ${shorten(ref)}, which ${error.message}`, ...place }])
          : error;
      });
      bytes += Buffer.byteLength(text);
      const other = nameOf(target, source.url);
      files.set(target, { name: other, url: target, text, content: parseText(text, other) });
    }
  }
  return files;
}

/** The address of the file that a reference leads into; empty for the first one, undefined when it can be no file. */
export function fileOf(
  ref: string,
  { address, file, source }: { address: string; file: SourceFile; source: Source },
): string | undefined {
  const [path = ''] = ref.split('#');
  if (path === '') return address;
  if (!URL.canParse(path, file.url)) return undefined;
  const { href, protocol } = new URL(path, file.url);
  if (protocol !== 'http:' && protocol !== 'https:') return undefined;
  return href === withoutHash(source.url) || href === withoutHash(source.askedUrl) ? '' : href;
}

const withoutHash = (url: string | undefined) => url?.split('#')[0];

const shorten = (ref: string) => (ref.length > 200 ? `${ref.slice(0, 200)}…` : ref);

function nameOfFirst({ url, text }: Source): string {
  const last = url === undefined ? '' : new URL(url).pathname.split('/').at(-1)!;
  if (last !== '') return last;
  return /^\s*[[{]/.test(text) ? 'openapi.json' : 'openapi.yaml';
}

function nameOf(url: string, first: string | undefined): string {
  const folder = first === undefined ? undefined : new URL('.', first).href;
  return folder !== undefined && url.startsWith(folder) ? url.slice(folder.length) : url;
}
