import { inflateSync } from 'node:zlib';

/** Fonts in WOFF 1.0 (W3C Recommendation of 13 December 2012): OpenType with each table compressed by zlib. */

interface Table {
  tag: string;
  checksum: number;
  data: () => Buffer;
}

const headerLength = 44;
const entryLength = 20;

function tablesOf(woff: Buffer): Table[] {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('not a WOFF font');
  return Array.from({ length: woff.readUInt16BE(12) }, (_, index) => {
    const at = headerLength + index * entryLength;
    const [offset, packed, length] = [woff.readUInt32BE(at + 4), woff.readUInt32BE(at + 8), woff.readUInt32BE(at + 12)];
    const bytes = woff.subarray(offset, offset + packed);
    return {
      tag: woff.toString('latin1', at, at + 4),
      checksum: woff.readUInt32BE(at + 16),
      data: () => (packed < length ? inflateSync(bytes) : bytes),
    };
  });
}

/** The OpenType font in a WOFF file. */
export function openTypeOf(woff: Buffer): Buffer {
  const tables = tablesOf(woff).map((table) => ({ ...table, data: table.data() }));
  const directory = Buffer.alloc(12 + 16 * tables.length);
  woff.copy(directory, 0, 4, 8);
  directory.writeUInt16BE(tables.length, 4);
  const power = Math.floor(Math.log2(tables.length));
  directory.writeUInt16BE(16 * 2 ** power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(16 * (tables.length - 2 ** power), 10);
  const parts: Buffer[] = [directory];
  let offset = directory.length;
  tables.forEach(({ tag, checksum, data }, index) => {
    const at = 12 + 16 * index;
    directory.write(tag, at, 'latin1');
    directory.writeUInt32BE(checksum, at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(data.length, at + 12);
    const padding = -data.length & 3;
    parts.push(data, Buffer.alloc(padding));
    offset += data.length + padding;
  });
  return Buffer.concat(parts);
}

/** The characters that a WOFF file has glyphs for. */
export function charactersOf(woff: Buffer): Set<number> {
  const map = tablesOf(woff)
    .find(({ tag }) => tag === 'cmap')
    ?.data();
  if (!map) throw new Error('the font has no character map');
  const characters = new Set<number>();
  for (let index = 0; index < map.readUInt16BE(2); index += 1) {
    const subtable = map.subarray(map.readUInt32BE(4 + 8 * index + 4));
    const format = subtable.readUInt16BE(0);
    if (format === 12) addGroups(subtable, characters);
    if (format === 4) addSegments(subtable, characters);
  }
  return characters;
}

function addGroups(subtable: Buffer, characters: Set<number>): void {
  for (let index = 0; index < subtable.readUInt32BE(12); index += 1) {
    const at = 16 + 12 * index;
    const [first, last] = [subtable.readUInt32BE(at), subtable.readUInt32BE(at + 4)];
    for (let code = first; code <= last; code += 1) characters.add(code);
  }
}

function addSegments(subtable: Buffer, characters: Set<number>): void {
  const size = subtable.readUInt16BE(6);
  for (let segment = 0; segment < size; segment += 2) {
    const last = subtable.readUInt16BE(14 + segment);
    const first = subtable.readUInt16BE(16 + size + segment);
    const delta = subtable.readUInt16BE(16 + 2 * size + segment);
    const at = 16 + 3 * size + segment;
    const offset = subtable.readUInt16BE(at);
    for (let code = first; code <= last && code < 0xffff; code += 1) {
      const glyph = offset === 0 ? code + delta : subtable.readUInt16BE(at + offset + 2 * (code - first));
      if ((glyph & 0xffff) !== 0) characters.add(code);
    }
  }
}
