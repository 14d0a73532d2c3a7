import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import mammoth from 'mammoth';
import { archiveLimits } from '../archive.js';
import type { Collection } from './collection.js';
import type { Given } from './converter.js';

const MiB = 1024 * 1024;
const limits = { ...archiveLimits, entries: 5_000, expandedBytes: 200 * MiB };
/** Each of its XML parts becomes a tree in memory. */
const maxPartBytes = 20 * MiB;

const styleMap = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote:fresh",
  "p[style-name='Intense Quote'] => blockquote:fresh",
  "p[style-name='HTML Preformatted'] => pre:separator('\n')",
  "p[style-name='Code'] => pre:separator('\n')",
  "p[style-name='Source Code'] => pre:separator('\n')",
];

export interface DocxSurroundings extends Pick<Given, 'folder' | 'open'> {
  collection: Collection;
  /** What warnings call it. */
  name: string;
}

/**
 * The text of a Word document as HTML, whose images are paths of the collection. The archive is checked before anything in
 * it is inflated, and nothing that it refers to outside of itself is read. Undefined for one that cannot be read, with a warning.
 */
export async function docxToHtml(
  bytes: Buffer,
  { folder, open, collection, name }: DocxSurroundings,
): Promise<string | undefined> {
  const file = join(folder, 'document.docx');
  writeFileSync(file, bytes);
  const { entries, close } = await open(file, limits);
  close();
  const large = entries.find(({ path, size }) => /\.(?:xml|rels)$/i.test(path) && size > maxPartBytes);
  if (large) {
    collection.leaveOut(name, `holds more than ${maxPartBytes / MiB} MiB of text and was left out.`);
    return undefined;
  }
  const convertImage = mammoth.images.imgElement(async (image) => {
    return { src: collection.asset(await image.readAsBuffer(), image.contentType) };
  });
  try {
    return (await mammoth.convertToHtml({ buffer: bytes }, { styleMap, convertImage, externalFileAccess: false }))
      .value;
  } catch (error) {
    collection.leaveOut(name, `is not a readable Word document (${(error as Error).message}) and was left out.`);
    return undefined;
  }
}
