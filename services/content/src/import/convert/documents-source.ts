import { readFile, stat } from 'node:fs/promises';
import type { ArchiveEntry } from '../archive.js';
import { refuseImport } from '../refusal.js';
import { convertDocuments, type Flavour } from './documents.js';
import type { Converter, Given } from './converter.js';
import { entriesOf, sniff } from './open-archive.js';

/** One document, or a zip file of documents whose folders are the tree; `loose` is what a file is that does not say so itself. */
export function documents(loose: 'markdown' | 'html' | 'docx', flavour: Flavour = {}): Converter {
  return async (given) => {
    const collection = await convertDocuments(given, await documentsOf(given, loose), flavour);
    return { entries: collection.entries, warnings: collection.warnings, leftOut: collection.leftOut };
  };
}

async function documentsOf(given: Given, loose: string): Promise<ArchiveEntry[]> {
  const kind = await sniff(given.path);
  if (kind === 'old-word') throw refuseImport("This is a document of Word's old format. Save it as .docx.");
  if (kind === 'pdf') throw refuseImport('This is a PDF. Import the document that it was made from.');
  if (kind === 'zip') {
    const entries = await entriesOf(given);
    return entries.some(({ path }) => path === 'word/document.xml') ? [await single(given, 'docx')] : entries;
  }
  if (kind === 'html' && loose !== 'docx') return [await single(given, 'html')];
  if (loose === 'docx') throw refuseImport('This is neither a .docx document nor a zip file of them.');
  return [await single(given, loose === 'html' ? 'html' : 'md')];
}

async function single({ path, name }: Given, ending: string): Promise<ArchiveEntry> {
  const plain = name.replace(/\.(?:md|markdown|x?html?|docx|txt|zip)$/i, '').replace(/[\p{Cc}/\\]/gu, '') || 'document';
  return { path: `${plain}.${ending}`, size: (await stat(path)).size, read: () => readFile(path) };
}
