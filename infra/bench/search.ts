import type { ApiClient } from '@quire/testing';
import { ZipFile } from 'yazl';
import type { Archive } from '../demo/archive.js';
import { median } from './measure.js';

const vocabularySize = 30_000;
const wordsPerSection = 60;

/** The word of a rank: made up, pronounceable, each another one. */
function wordOf(rank: number): string {
  const syllables = [
    'ba',
    'ke',
    'li',
    'mo',
    'nu',
    'ra',
    'se',
    'ti',
    'vo',
    'zu',
    'cha',
    'dre',
    'fli',
    'glo',
    'pru',
    'sta',
  ];
  // Scattered, so that words of one frequency do not begin alike.
  const scattered = Math.imul(rank + 1, 0x9e3779b1) >>> 0;
  return Array.from({ length: 5 }, (_, index) => syllables[(scattered >>> (28 - 4 * index)) % 16]).join('');
}

/** Numbers from 0 to 1, the same ones at every run (mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Pages whose words are as frequent as those of a language: the word of rank r comes with a probability of 1/r (Zipf). */
export async function zipfArchive(pages: number, sections: number): Promise<Archive> {
  const random = randomNumbers(1);
  const word = () => wordOf(Math.floor(vocabularySize ** random()) - 1);
  const sentence = (length: number) => Array.from({ length }, word).join(' ');
  const zip = new ZipFile();
  for (let page = 0; page < pages; page += 1) {
    const parts = Array.from({ length: sections - 1 }, () => `## ${sentence(3)}\n\n${sentence(wordsPerSection)}\n`);
    const text = `# ${sentence(4)}\n\n${sentence(wordsPerSection)}\n\n${parts.join('\n')}`;
    zip.addBuffer(Buffer.from(text), `group-${page % 100}/page-${page}.md`);
  }
  zip.end();
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(chunk as Buffer);
  return { name: `${pages * sections} sections`, bytes: Buffer.concat(chunks) };
}

/** What people type: words of all frequencies, several of them, beginnings. In milliseconds, ascending. */
export async function searchTimes(client: ApiClient, path: string): Promise<{ median: number; all: number[] }> {
  const random = randomNumbers(2);
  const anyWord = () => wordOf(Math.floor(vocabularySize ** random()) - 1);
  const queries = Array.from({ length: 40 }, (_, index) => {
    if (index % 4 === 0) return `${anyWord()} ${anyWord()}`;
    if (index % 4 === 1) return anyWord().slice(0, -1);
    return anyWord();
  });
  const all: number[] = [];
  for (const query of [...queries, ...queries]) {
    const began = performance.now();
    await client.get(`${path}/search`, { query: { query }, expect: 200 });
    all.push(performance.now() - began);
  }
  const second = all.slice(queries.length);
  return { median: median(second), all: second.sort((one, other) => one - other) };
}
