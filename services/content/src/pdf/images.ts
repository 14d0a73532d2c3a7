import { readFileSync, writeFileSync } from 'node:fs';
import { imageSize } from 'image-size';
import type { Fonts } from './fonts.js';
import { opaquePng } from './png.js';
import { type Drawing, readDrawing } from './svg/drawing.js';

/** A picture that a PDF can show. */
export type Picture = Photo | Drawing;

/** A picture of pixels. */
export interface Photo {
  path: string;
  /** In pixels. */
  width: number;
  height: number;
  /** Bytes. */
  size: number;
}

/** More would take the memory of the reader, and of whoever opens the PDF. */
const maxPixels = 25_000_000;

/** Makes a stored PNG, JPEG or SVG ready to be shown, in place; undefined for anything else, broken or too large. */
export function preparePicture(path: string, fonts: Fonts): Picture | undefined {
  const bytes = readFileSync(path);
  if (/^[\ufeff\s]*</.test(bytes.toString('utf8', 0, 100))) return readDrawing(bytes, fonts);
  const jpeg = jpegSize(bytes);
  if (jpeg) return jpeg.width * jpeg.height <= maxPixels ? { path, ...jpeg, size: bytes.length } : undefined;
  const png = opaquePng(bytes, maxPixels);
  if (!png) return undefined;
  writeFileSync(path, png);
  return { path, width: png.readUInt32BE(16), height: png.readUInt32BE(20), size: png.length };
}

/** The markers that tell the size of a picture: all ways to code one but the differential ones. */
const sizeMarkers = new Set([0xc0, 0xc1, 0xc2, 0xc3, 0xc5, 0xc6, 0xc7, 0xc9, 0xca, 0xcb, 0xcd, 0xce, 0xcf]);
/** Markers that no PDF program expects before the size. */
const strangeMarkers = new Set([0xc8, 0xcc]);

function jpegSize(bytes: Buffer): { width: number; height: number } | undefined {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return undefined;
  for (let at = 2; at + 10 <= bytes.length; ) {
    const marker = bytes[at + 1]!;
    if (bytes[at] !== 0xff || strangeMarkers.has(marker)) return undefined;
    if (sizeMarkers.has(marker)) {
      const [height, width, channels] = [bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7), bytes[at + 9]!];
      if (width * height === 0 || ![1, 3, 4].includes(channels)) return undefined;
      return isTurned(bytes) ? { width: height, height: width } : { width, height };
    }
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return undefined;
}

/** Whether a camera says that the picture is to be turned by a quarter. */
function isTurned(bytes: Buffer): boolean {
  try {
    return (imageSize(bytes).orientation ?? 1) > 4;
  } catch {
    // Nothing that could be read says so.
    return false;
  }
}

/** A picture as content of pdfmake. */
export const pictureNode = (picture: Picture) =>
  'path' in picture ? { image: picture.path } : { svg: picture.svg, options: { warningCallback: () => {} } };
