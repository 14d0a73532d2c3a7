import { readFileSync } from 'node:fs';
import { ZipFile } from 'yazl';
import type { Archive } from '../demo/archive.js';

const license = new URL('../../LICENSE', import.meta.url);

/** Made-up pages stand in about as many groups as there are pages in a group. */
const groupsOf = (pages: number) => Math.floor(Math.sqrt(pages));

export function pathOf(number: number, pages: number): string {
  return `group-${number % groupsOf(pages)}/page-${number}`;
}

/**
 * Made-up documentation: pages of four sections, in folders or in one list; another `seed` gives other texts. Each page leads to
 * `links` others.
 */
export async function syntheticArchive(pages: number, { flat = false, seed = 0, links = 0 } = {}): Promise<Archive> {
  const zip = new ZipFile();
  const words = readFileSync(license, 'utf8').split(/\s+/);
  const text = (start: number) =>
    Array.from({ length: 40 }, (_, index) => words[(start * 7 + index) % words.length]).join(' ');
  // A group is a page too.
  const files = flat ? pages : pages - groupsOf(pages);
  for (let number = 0; number < files; number += 1) {
    const sections = [1, 2, 3].map((section) => `## Section ${section}\n\n${text(number + section + seed)}\n`);
    const pathOfOne = (one: number) => (flat ? `page-${one}.md` : `${pathOf(one, pages)}.md`);
    const others = Array.from({ length: links }, (_, index) => `[more](/${pathOfOne((number + 37 * index) % files)})`);
    const lines = [`# Page ${number}\n\n${text(number)}\n`, ...sections, ...others];
    zip.addBuffer(Buffer.from(lines.join('\n')), pathOfOne(number));
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return { name: `${pages} pages`, bytes: Buffer.concat(chunks) };
}
