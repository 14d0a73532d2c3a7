import { createHash } from 'node:crypto';
import { imageSize } from 'image-size';
import { blobId } from '../git/blob-id.js';
import type { PlannedFile } from './import-plan.js';
import { nameOf, type Source } from './source.js';

const byExtension: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  svg: 'image/svg+xml',
  ico: 'image/x-icon',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  pdf: 'application/pdf',
  zip: 'application/zip',
  gz: 'application/gzip',
  json: 'application/json',
  xml: 'application/xml',
  yaml: 'application/yaml',
  yml: 'application/yaml',
  csv: 'text/csv',
  txt: 'text/plain',
  md: 'text/markdown',
  markdown: 'text/markdown',
  html: 'text/html',
  htm: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  woff: 'font/woff',
  woff2: 'font/woff2',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
};
const magic: [type: string, matches: (head: string) => boolean][] = [
  ['image/png', (head) => head.startsWith('\x89PNG\r\n\x1A\n')],
  ['image/jpeg', (head) => head.startsWith('\xFF\xD8\xFF')],
  ['image/gif', (head) => /^GIF8[79]a/.test(head)],
  ['image/webp', (head) => /^RIFF[^]{4}WEBP/.test(head)],
  ['image/avif', (head) => /^[^]{4}ftypavi[fs]/.test(head)],
  ['image/x-icon', (head) => head.startsWith('\0\0\x01\0')],
  ['image/bmp', (head) => head.startsWith('BM')],
  ['image/tiff', (head) => head.startsWith('II*\0') || head.startsWith('MM\0*')],
  ['application/pdf', (head) => head.startsWith('%PDF-')],
];
const checked = new Set(magic.map(([type]) => type));
const unknown = 'application/octet-stream';

/**
 * The type of a file by its name. What the name calls an image or a PDF has to look like one: its first bytes say which, and
 * when they say nothing it is plain bytes, so that nothing else is ever served as an image.
 */
export function contentTypeOf(name: string, content: Buffer): string {
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase() ?? '';
  const named = Object.hasOwn(byExtension, extension) ? byExtension[extension]! : undefined;
  if (named === 'image/svg+xml') return looksLikeSvg(content) ? named : unknown;
  if (named !== undefined && !checked.has(named)) return named;
  const head = content.subarray(0, 16).toString('latin1');
  const seen = magic.find(([, matches]) => matches(head))?.[0];
  if (seen !== undefined && (named !== undefined || seen !== 'image/bmp')) return seen;
  return named === undefined && looksLikeText(content) ? 'text/plain' : unknown;
}

const looksLikeSvg = (content: Buffer) => /<svg[\s>]/i.test(content.subarray(0, 4096).toString('utf8'));
const looksLikeText = (content: Buffer) => !content.subarray(0, 4096).includes(0);

/** Reads a file once for its hash, type and size in pixels; its bytes are not kept. */
export async function planFile(source: Source, path: string): Promise<PlannedFile> {
  const { size, read } = source.entry(path);
  const content = await read();
  const contentType = contentTypeOf(path, content);
  return {
    sourcePath: path,
    name: nameOf(path),
    contentType,
    size,
    sha256: createHash('sha256').update(content).digest('hex'),
    blobId: blobId(content),
    dimensions: contentType.startsWith('image/') ? dimensionsOf(content) : undefined,
    read,
  };
}

/** Width and height as shown, that is after the camera's rotation; undefined for what is not a sound image. */
export function dimensionsOf(content: Buffer): { width: number; height: number } | undefined {
  try {
    const { width, height, orientation = 1 } = imageSize(content);
    if (!(width > 0 && height > 0)) return undefined;
    const [shownWidth, shownHeight] = orientation >= 5 ? [height, width] : [width, height];
    return { width: Math.round(shownWidth), height: Math.round(shownHeight) };
  } catch {
    // A damaged image is still a file that people can download.
    return undefined;
  }
}
