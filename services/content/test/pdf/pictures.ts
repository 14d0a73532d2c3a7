import { crc32, deflateSync } from 'node:zlib';

/** A PNG of the given kind: `rows` are its bytes with a filter at the start of each row. */
export function pngOf({
  width,
  height,
  depth = 8,
  colorType,
  rows,
  interlaced = false,
  palette,
  alphas,
}: {
  width: number;
  height: number;
  depth?: number;
  colorType: number;
  rows: readonly number[];
  interlaced?: boolean;
  palette?: readonly number[];
  alphas?: readonly number[];
}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType, 0, 0, interlaced ? 1 : 0], 8);
  const chunk = (type: string, data: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(typed));
    return Buffer.concat([length, typed, sum]);
  };
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', header),
    ...(palette ? [chunk('PLTE', Buffer.from(palette))] : []),
    ...(alphas ? [chunk('tRNS', Buffer.from(alphas))] : []),
    chunk('IDAT', deflateSync(Buffer.from(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
