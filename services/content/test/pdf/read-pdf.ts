import { inflateSync } from 'node:zlib';

/** What tests want to know of a PDF; reads those that Quire makes, not every one. */
export interface ReadPdf {
  /** Text of each page of paper. */
  pages: string[];
  /** Titles of bookmarks, indented by depth. */
  bookmarks: string[];
  /** Addresses that are linked to. */
  urls: string[];
  /** Names of places that are linked to, and those that exist. */
  gone: string[];
  jumps: string[];
  images: { width: number; height: number }[];
  fonts: string[];
  title: string;
}

interface PdfObject {
  dictionary: string;
  stream?: Buffer;
}

export function readPdf(bytes: Buffer): ReadPdf {
  const source = bytes.toString('latin1');
  const objects = objectsOf(source, bytes);
  const all = [...objects.values()];
  const root = objects.get(referenceIn(/\/Root (\d+) 0 R/, source)!)!;
  const kids = listIn('Kids', objects.get(referenceIn(/\/Pages (\d+) 0 R/, root.dictionary)!)!.dictionary);
  const info = objects.get(referenceIn(/\/Info (\d+) 0 R/, source)!)!;
  const jumps = all.flatMap(({ dictionary }) =>
    [...dictionary.matchAll(/\/S \/GoTo\s+\/D \(([^)]*)\)/g)].map(([, name]) => name!),
  );
  const names = all.filter(({ dictionary }) => dictionary.includes('/Limits'));
  const places = new Set(names.flatMap(({ dictionary }) => dictionary.match(/\([^)]*\)(?=\s+\[)/g) ?? []));
  return {
    pages: kids.map((id) => pageText(objects.get(id)!, objects)),
    bookmarks: bookmarksOf(objects, referenceIn(/\/Outlines (\d+) 0 R/, root.dictionary)),
    urls: all.flatMap(({ dictionary }) =>
      [...dictionary.matchAll(/\/URI \(((?:[^()\\]|\\.)*)\)/g)].map(([, url]) => unescaped(url!)),
    ),
    jumps,
    gone: jumps.filter((name) => !places.has(`(${name})`)),
    images: all
      .filter(({ dictionary }) => dictionary.includes('/Subtype /Image'))
      .map(({ dictionary }) => ({
        width: Number(/\/Width (\d+)/.exec(dictionary)![1]),
        height: Number(/\/Height (\d+)/.exec(dictionary)![1]),
      })),
    fonts: all.flatMap(({ dictionary }) => /\/Subtype \/Type0[^]*?\/BaseFont \/([^\s/]+)/.exec(dictionary)?.[1] ?? []),
    title: stringIn('Title', `/Title ${objects.get(referenceIn(/\/Title (\d+) 0 R/, info.dictionary)!)!.dictionary}`),
  };
}

function objectsOf(source: string, bytes: Buffer): Map<number, PdfObject> {
  const objects = new Map<number, PdfObject>();
  const start = /(?:^|\n)(\d+) 0 obj\n/g;
  for (let match = start.exec(source); match; match = start.exec(source)) {
    const from = start.lastIndex;
    const end = source.indexOf('\nendobj', from);
    const streamAt = source.indexOf('\nstream\n', from);
    const hasStream = streamAt >= 0 && streamAt < end;
    const dictionary = source.slice(from, hasStream ? streamAt : end);
    const length = Number(/\/Length (\d+)/.exec(dictionary)?.[1] ?? 0);
    if (!hasStream) objects.set(Number(match[1]), { dictionary });
    else {
      const data = bytes.subarray(streamAt + 8, streamAt + 8 + length);
      const packed = dictionary.includes('/FlateDecode') && !dictionary.includes('/Image');
      objects.set(Number(match[1]), { dictionary, stream: packed ? inflateSync(data) : data });
      start.lastIndex = streamAt + 8 + length;
    }
  }
  return objects;
}

const referenceIn = (pattern: RegExp, text: string) => {
  const found = pattern.exec(text)?.[1];
  return found === undefined ? undefined : Number(found);
};

const listIn = (name: string, dictionary: string): number[] =>
  [...(new RegExp(`/${name} \\[([^\\]]*)\\]`).exec(dictionary)?.[1] ?? '').matchAll(/(\d+) 0 R/g)].map(([, id]) =>
    Number(id),
  );

const unescaped = (text: string) =>
  text.replace(
    /\\(.)/g,
    (_escape, character: string) => ({ n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' })[character] ?? character,
  );

function stringIn(name: string, dictionary: string): string {
  const raw = unescaped(new RegExp(`/${name} \\(((?:[^()\\\\]|\\\\[^])*)\\)`).exec(dictionary)?.[1] ?? '');
  const bytes = Buffer.from(raw, 'latin1');
  if (bytes[0] !== 0xfe || bytes[1] !== 0xff) return raw;
  return Buffer.from(bytes.subarray(2)).swap16().toString('utf16le');
}

function bookmarksOf(objects: Map<number, PdfObject>, root: number | undefined): string[] {
  const below = (parent: number, indent: string): string[] => {
    const found: string[] = [];
    for (let id = referenceIn(/\/First (\d+) 0 R/, objects.get(parent)!.dictionary); id !== undefined; ) {
      const { dictionary } = objects.get(id)!;
      found.push(indent + stringIn('Title', dictionary), ...below(id, `${indent}  `));
      id = referenceIn(/\/Next (\d+) 0 R/, dictionary);
    }
    return found;
  };
  return root === undefined ? [] : below(root, '');
}

function pageText(page: PdfObject, objects: Map<number, PdfObject>): string {
  const resources = objects.get(referenceIn(/\/Resources (\d+) 0 R/, page.dictionary)!)!.dictionary;
  const letters = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name, id]) => [
      name!,
      lettersOf(objects.get(Number(id))!, objects),
    ]),
  );
  const content = objects.get(referenceIn(/\/Contents (\d+) 0 R/, page.dictionary)!)!.stream!.toString('latin1');
  let text = '';
  let font: string[] = [];
  let line = '';
  for (const [, name, hex, y] of content.matchAll(
    /\/(F\d+) [\d.]+ Tf|<([\da-f]*)> -?[\d.]+|1 0 0 1 [-\d.]+ ([-\d.]+) Tm/g,
  )) {
    if (name !== undefined) font = letters.get(name) ?? [];
    else if (y !== undefined) {
      if (line !== '' && y !== line && !text.endsWith('\n')) text += '\n';
      line = y;
    } else for (let at = 0; at < hex!.length; at += 4) text += font[Number.parseInt(hex!.slice(at, at + 4), 16)] ?? '';
  }
  return text;
}

/** Characters by the number of their glyph. */
function lettersOf(font: PdfObject, objects: Map<number, PdfObject>): string[] {
  const map = objects.get(referenceIn(/\/ToUnicode (\d+) 0 R/, font.dictionary)!)!.stream!.toString('latin1');
  const letters: string[] = [];
  for (const [, first, list] of map.matchAll(/<([\da-f]{4})> <[\da-f]{4}> \[([^\]]*)\]/g))
    (list!.match(/<([\da-f ]*)>/g) ?? []).forEach((entry, index) => {
      letters[Number.parseInt(first!, 16) + index] = Buffer.from(entry.replace(/[<> ]/g, ''), 'hex')
        .swap16()
        .toString('utf16le');
    });
  return letters;
}
