import { createWriteStream, readFileSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import pdfmake from 'pdfmake';
import { bookOf } from './book.js';
import { Fonts, fontFile } from './fonts.js';
import { type Picture, preparePicture } from './images.js';
import type { PdfJob } from './job.js';
import { layouts } from './layouts.js';
import { openTypeOf } from './woff.js';

/** Makes the PDF of a job. Takes all of a thread for as long as it lasts. */
export async function renderPdf(job: PdfJob): Promise<void> {
  const fonts = new Fonts();
  const pictures = preparePictures(job);
  const known = new Set([...pictures.values()].map(({ path }) => path));
  const book = bookOf(job, { fonts, pictures });
  pdfmake.setUrlAccessPolicy(() => false);
  pdfmake.setLocalAccessPolicy((path) => known.has(path));
  pdfmake.setTableLayouts(layouts);
  pdfmake.setFonts(
    Object.fromEntries(
      fonts.used().map((name) => [
        name,
        {
          normal: fontFile(name, 'normal'),
          bold: fontFile(name, 'bold'),
          italics: fontFile(name, 'italics'),
          bolditalics: fontFile(name, 'bolditalics'),
        },
      ]),
    ),
  );
  Object.assign(pdfmake, { virtualfs: fontFiles });
  const stream = await pdfmake.createPdf(book).getStream();
  const written = pipeline(stream, createWriteStream(job.output, { mode: 0o600 }));
  stream.end();
  await written;
}

/** Bytes of all pictures: until the end, all of the PDF is in memory. */
const pictureLimit = 256 * 1024 * 1024;

/** The pictures that can be shown, by the ids of their files. */
function preparePictures({ files }: PdfJob): Map<string, Picture> {
  const prepared = new Map<string, Picture | undefined>();
  const pictures = new Map<string, Picture>();
  let total = 0;
  for (const [id, { path }] of Object.entries(files)) {
    if (path === undefined) continue;
    if (!prepared.has(path)) {
      const picture = preparePicture(path);
      total += picture?.size ?? 0;
      prepared.set(path, total <= pictureLimit ? picture : undefined);
    }
    const picture = prepared.get(path);
    if (picture) pictures.set(id, picture);
  }
  return pictures;
}

/** What pdfmake reads fonts from: their files, taken out of the wrapping that they have for the web. */
const fontFiles = {
  existsSync: (path: unknown) => typeof path === 'string' && path.endsWith('.woff'),
  readFileSync: (path: string) => openTypeOf(readFileSync(path)),
};
