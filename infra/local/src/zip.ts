import { crc32 } from 'node:zlib';

export interface ZipEntry {
  /** With `/` between folders. */
  name: string;
  bytes: Buffer;
}

/** A zip file of entries as they are, uncompressed (APPNOTE 6.3.10, sections 4.3.7, 4.3.12 and 4.3.16). */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const files: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const path = Buffer.from(name);
    const common = commonFields(path, bytes);
    const local = Buffer.concat([uint32(0x04034b50), common, path, bytes]);
    const rest = [uint16(0), uint16(0), uint16(0), uint32(0), uint32(offset)];
    directory.push(Buffer.concat([uint32(0x02014b50), uint16(20), common, ...rest, path]));
    files.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const count = uint16(entries.length);
  const end = [
    uint32(0x06054b50),
    uint16(0),
    uint16(0),
    count,
    count,
    uint32(listed.length),
    uint32(offset),
    uint16(0),
  ];
  return Buffer.concat([...files, listed, ...end]);
}

/** Version, UTF-8 names, stored, no time (1980-01-01), check sum, sizes, lengths of name and extra field. */
const commonFields = (path: Buffer, bytes: Buffer) =>
  Buffer.concat([
    ...[20, 0x0800, 0, 0, 0x21].map(uint16),
    uint32(crc32(bytes)),
    uint32(bytes.length),
    uint32(bytes.length),
    uint16(path.length),
    uint16(0),
  ]);

function uint16(value: number): Buffer {
  const field = Buffer.alloc(2);
  field.writeUInt16LE(value);
  return field;
}

function uint32(value: number): Buffer {
  const field = Buffer.alloc(4);
  field.writeUInt32LE(value);
  return field;
}
