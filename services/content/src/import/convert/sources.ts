import type { ImportSource } from '@quire/contract';
import type { Converter } from './converter.js';

/** How each source is read. Loaded when it is asked for. */
export const sources: Readonly<Record<ImportSource, () => Promise<Converter>>> = {
  zip: async () => async (given) => ({ entries: (await given.open(given.path)).entries }),
  markdown: async () => (await documents())('markdown'),
  html: async () => (await documents())('html'),
  docx: async () => (await documents())('docx'),
  'google-docs': async () => (await import('./google-docs.js')).googleDocs,
  'dropbox-paper': async () => (await documents())('markdown'),
  quip: async () => (await documents())('html'),
  notion: async () => (await import('./notion.js')).notion,
  confluence: async () => (await import('./confluence.js')).confluence,
  'github-wiki': async () => (await import('./github-wiki.js')).githubWiki,
  'open-api': async () => (await import('./open-api.js')).openApi,
  website: async () => (await import('../website/website.js')).website,
};

const documents = async () => (await import('./documents-source.js')).documents;
