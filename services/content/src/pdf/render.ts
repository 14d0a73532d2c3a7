import { createWriteStream, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pdfmake from 'pdfmake';
import { bookOf } from './book.js';
import { type Style as FontStyle, Fonts, fontFile } from './fonts.js';
import { type Picture, preparePicture } from './images.js';
import type { PdfJob } from './job.js';
import { layouts } from './layouts.js';
import { openTypeOf } from './woff.js';

/** Makes the PDF of a job. Takes all of a thread for as long as it lasts. */
export async function renderPdf(job: PdfJob): Promise<void> {
  const fonts = new Fonts();
  const pictures = preparePictures(job, fonts);
  const photos = new Map([...pictures].filter(([, picture]) => 'path' in picture));
  try {
    await write(job, fonts, pictures);
  } catch (error) {
    if (photos.size === pictures.size) throw error;
    process.emitWarning(`Drawings are left out of a PDF, which could not be made with them: ${String(error)}`);
    await write(job, fonts, photos);
  }
}

async function write(job: PdfJob, fonts: Fonts, pictures: ReadonlyMap<string, Picture>): Promise<void> {
  const book = bookOf(job, { fonts, pictures });
  const fontFiles = unpackFonts(fonts.used(), dirname(job.output));
  const known = new Set([...pictures.values()].flatMap((picture) => ('path' in picture ? [picture.path] : [])));
  const unpacked = new Set(Object.values(fontFiles).flatMap((styles) => Object.values(styles)));
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => known.has(path) || unpacked.has(path));
  pdfmake.setTableLayouts(layouts);
  pdfmake.setFonts(fontFiles);
  const stream = await pdfmake.createPdf(book).getStream();
  const written = pipeline(stream, createWriteStream(job.output, { mode: 0o600 }));
  stream.end();
  await written;
}

/** Bytes of all pictures: until the end, all of the PDF is in memory. */
const pictureLimit = 256 * 1024 * 1024;

/** The pictures that can be shown, by the ids of their files. */
function preparePictures({ files }: PdfJob, fonts: Fonts): Map<string, Picture> {
  const prepared = new Map<string, Picture | undefined>();
  const pictures = new Map<string, Picture>();
  let total = 0;
  for (const [id, { path }] of Object.entries(files)) {
    if (path === undefined) continue;
    if (!prepared.has(path)) {
      const picture = preparePicture(path, fonts);
      total += picture?.size ?? 0;
      prepared.set(path, total <= pictureLimit ? picture : undefined);
    }
    const picture = prepared.get(path);
    if (picture) pictures.set(id, picture);
  }
  return pictures;
}

/**
 * Fonts as files, taken out of the wrapping that they have for the web. As files, text and drawings share them: from memory,
 * each text in a drawing would bring its font along.
 */
function unpackFonts(names: readonly string[], folder: string): Record<string, Record<FontStyle, string>> {
  const unpacked = new Map<string, string>();
  const unpack = (name: string, style: FontStyle) => {
    const file = fontFile(name, style);
    const path = unpacked.get(file) ?? join(folder, `${basename(file, '.woff')}.otf`);
    if (!unpacked.has(file)) writeFileSync(path, openTypeOf(readFileSync(file)));
    unpacked.set(file, path);
    return path;
  };
  return Object.fromEntries(
    names.map((name) => [
      name,
      {
        normal: unpack(name, 'normal'),
        bold: unpack(name, 'bold'),
        italics: unpack(name, 'italics'),
        bolditalics: unpack(name, 'bolditalics'),
      },
    ]),
  );
}
