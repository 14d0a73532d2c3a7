import { crc32, deflateSync, inflateSync } from 'node:zlib';

/** PNG (ISO/IEC 15948) as far as a PDF needs it: what a PDF cannot take as it is becomes opaque and not interlaced. */

interface Header {
  width: number;
  height: number;
  depth: number;
  colorType: number;
  interlaced: boolean;
}

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const channelsOf: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

/** First column and row, and steps, of the seven passes of an interlaced picture. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;

/** The picture, whole and checked, with its transparent parts on white; undefined for what is broken or above `maxPixels`. */
export function opaquePng(png: Buffer, maxPixels: number): Buffer | undefined {
  if (!png.subarray(0, 8).equals(signature)) return undefined;
  const chunks = chunksOf(png);
  const header = headerOf(chunks);
  if (!header || header.width * header.height > maxPixels || header.width * header.height === 0) return undefined;
  const of = (type: string) => Buffer.concat(chunks.flatMap((chunk) => (chunk.type === type ? [chunk.data] : [])));
  const palette = onWhite(of('PLTE'), header.colorType === 3 ? of('tRNS') : Buffer.alloc(0));
  if (header.colorType === 3 && palette.length === 0) return undefined;
  const rows = inflated(of('IDAT'), sizeOf(header));
  if (!rows) return undefined;
  const plain = !header.interlaced && header.colorType !== 4 && header.colorType !== 6;
  if (plain) return written(header, palette, of('IDAT'));
  const pixels = opaquePixels(header, rows, palette);
  return (
    pixels && written({ ...header, depth: 8, colorType: 2, interlaced: false }, Buffer.alloc(0), packed(pixels, header))
  );
}

function chunksOf(png: Buffer): { type: string; data: Buffer }[] {
  const chunks = [];
  for (let at = 8; at + 12 <= png.length; ) {
    const length = png.readUInt32BE(at);
    if (at + 12 + length > png.length) break;
    chunks.push({ type: png.toString('latin1', at + 4, at + 8), data: png.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function headerOf([first]: { type: string; data: Buffer }[]): Header | undefined {
  if (first?.type !== 'IHDR' || first.data.length !== 13) return undefined;
  const [depth, colorType, , , interlace] = [...first.data.subarray(8)] as [number, number, number, number, number];
  const depths: Readonly<Record<number, number[]>> = {
    0: [1, 2, 4, 8, 16],
    2: [8, 16],
    3: [1, 2, 4, 8],
    4: [8, 16],
    6: [8, 16],
  };
  if (!depths[colorType]?.includes(depth) || interlace > 1) return undefined;
  return {
    width: first.data.readUInt32BE(0),
    height: first.data.readUInt32BE(4),
    depth,
    colorType,
    interlaced: interlace === 1,
  };
}

interface Pass {
  width: number;
  height: number;
  place: (column: number, row: number) => number;
}

function passesOf({ width, height, interlaced }: Header): Pass[] {
  if (!interlaced) return [{ width, height, place: (column, row) => row * width + column }];
  return passes.map(([left, top, right, down]) => ({
    width: Math.ceil((width - left) / right),
    height: Math.ceil((height - top) / down),
    place: (column, row) => (top + row * down) * width + left + column * right,
  }));
}

const bitsOf = ({ depth, colorType }: Header) => depth * channelsOf[colorType]!;
const rowSize = (header: Header, width: number) => (width > 0 ? 1 + Math.ceil((width * bitsOf(header)) / 8) : 0);

const sizeOf = (header: Header) =>
  passesOf(header).reduce((sum, { width, height }) => sum + rowSize(header, width) * Math.max(0, height), 0);

function inflated(data: Buffer, size: number): Buffer | undefined {
  try {
    const rows = inflateSync(data, { maxOutputLength: size });
    return rows.length === size ? rows : undefined;
  } catch {
    // Cut off, damaged, or more than its header says: not a picture that could be shown.
    return undefined;
  }
}

/** Colours of a palette, with their transparency, as they look on white paper. */
const onWhite = (palette: Buffer, alphas: Buffer): Buffer =>
  Buffer.from(palette.map((value, index) => blend(value, alphas[Math.floor(index / 3)] ?? 255)));

const blend = (value: number, alpha: number) => 255 - Math.round(((255 - value) * alpha) / 255);

function opaquePixels(header: Header, rows: Buffer, palette: Buffer): Buffer | undefined {
  const { width, height, colorType } = header;
  const channels = channelsOf[colorType]!;
  const hasColors = colorType === 2 || colorType === 6;
  const alphaAt = colorType === 4 || colorType === 6 ? channels - 1 : undefined;
  const pixels = Buffer.alloc(width * height * 3);
  const step = Math.max(1, bitsOf(header) >> 3);
  let at = 0;
  for (const pass of passesOf(header)) {
    const length = rowSize(header, pass.width) - 1;
    if (length <= 0) continue;
    let above: Buffer = Buffer.alloc(length);
    for (let row = 0; row < pass.height; row += 1) {
      const line = rows.subarray(at + 1, at + 1 + length);
      if (!unfilter(rows[at]!, { line, above, step })) return undefined;
      const samples = samplesOf(line, header, pass.width * channels);
      for (let column = 0; column < pass.width; column += 1) {
        const from = column * channels;
        const to = 3 * pass.place(column, row);
        const alpha = alphaAt === undefined ? 255 : samples[from + alphaAt]!;
        for (let color = 0; color < 3; color += 1) {
          const value =
            colorType === 3 ? (palette[3 * samples[from]! + color] ?? 0) : samples[hasColors ? from + color : from]!;
          pixels[to + color] = alpha === 255 ? value : blend(value, alpha);
        }
      }
      above = line;
      at += 1 + length;
    }
  }
  return pixels;
}

/** The samples of a row in a byte each: colours from 0 to 255, places in a palette as they are. */
function samplesOf(line: Buffer, { depth, colorType }: Header, count: number): Buffer {
  if (depth === 8) return line;
  const samples = Buffer.alloc(count);
  const most = 2 ** depth - 1;
  for (let index = 0; index < count; index += 1) {
    const bit = index * depth;
    const stored = depth === 16 ? line[bit >> 3]! : (line[bit >> 3]! >> (8 - depth - (bit & 7))) & most;
    samples[index] = depth === 16 || colorType === 3 ? stored : Math.round((stored * 255) / most);
  }
  return samples;
}

/** Undoes the filter of one row, in place; false for a filter that does not exist. */
function unfilter(filter: number, { line, above, step }: { line: Buffer; above: Buffer; step: number }): boolean {
  if (filter === 0 || filter > 4) return filter === 0;
  for (let index = 0; index < line.length; index += 1) {
    const left = index < step ? 0 : line[index - step]!;
    const up = above[index]!;
    if (filter === 1) line[index]! += left;
    else if (filter === 2) line[index]! += up;
    else if (filter === 3) line[index]! += (left + up) >> 1;
    else line[index]! += paeth(left, up, index < step ? 0 : above[index - step]!);
  }
  return true;
}

function paeth(left: number, up: number, corner: number): number {
  const a = Math.abs(up - corner);
  const b = Math.abs(left - corner);
  const c = Math.abs(left + up - 2 * corner);
  return a <= b && a <= c ? left : b <= c ? up : corner;
}

/** Rows of colours, each as its difference to the row above: flat areas, as in pictures of screens, become nothing. */
function packed(pixels: Buffer, { width, height }: Header): Buffer {
  const length = 3 * width;
  const rows = Buffer.alloc(height * (1 + length));
  for (let row = 0; row < height; row += 1) {
    const [from, to] = [row * length, row * (1 + length)];
    rows[to] = 2;
    for (let index = 0; index < length; index += 1)
      rows[to + 1 + index] = pixels[from + index]! - (row > 0 ? pixels[from + index - length]! : 0);
  }
  return deflateSync(rows);
}

function written({ width, height, depth, colorType }: Header, palette: Buffer, data: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, colorType, 0, 0, 0], 8);
  const chunk = (type: string, body: Buffer) => {
    const typed = Buffer.concat([Buffer.from(type, 'latin1'), body]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(body.length);
    sum.writeUInt32BE(crc32(typed));
    return [length, typed, sum];
  };
  return Buffer.concat([
    signature,
    ...chunk('IHDR', header),
    ...(colorType === 3 ? chunk('PLTE', palette) : []),
    ...chunk('IDAT', data),
    ...chunk('IEND', Buffer.alloc(0)),
  ]);
}
