import { isRecord, type Json } from '@quire/runtime';
import { readFile, stat } from 'node:fs/promises';
import { isDeepYaml } from '@quire/runtime/yaml';
import { parseDocument } from 'yaml';
import { pageSlug, uniqueNames } from '../../markdown/slug.js';
import { outlineOf } from '../../openapi/outline.js';
import { type ReferencePage, referencePages } from '../../openapi/reference-pages.js';
import { writtenBlocks } from '../../openapi/written-blocks.js';
import type { OutlineNode } from '../outline.js';
import { refuseImport } from '../refusal.js';
import { Collection } from './collection.js';
import type { Converter } from './converter.js';

const maxBytes = 10 * 1024 * 1024;

/**
 * An OpenAPI document, as JSON or YAML, as pages that say what it says: one of the whole, below it one per tag and one of the
 * schemas. They are ordinary pages, and hear nothing of later versions.
 */
export const openApi: Converter = async ({ path, folder }) => {
  if ((await stat(path)).size > maxBytes)
    throw refuseImport(`The specification is larger than ${maxBytes / 1024 / 1024} MiB.`);
  const document = documentOf(await readFile(path, 'utf8'));
  const collection = new Collection(folder);
  const file = uniqueNames();
  const put = (page: ReferencePage, name: string): OutlineNode => {
    const sourcePath = `${file(name)}.md`;
    collection.page(sourcePath, sourcePath, () => page.markdown);
    const children = page.pages.map((child) => put(child, pageSlug(child.title) || 'page'));
    return { type: 'document', title: page.title, sourcePath, children };
  };
  const root = put(referencePages(outlineOf(document), { models: true }, writtenBlocks(document)), 'README');
  collection.assertPages();
  return {
    entries: collection.entries,
    warnings: collection.warnings,
    leftOut: collection.leftOut,
    layout: { root: '', redirects: {} },
    outline: () => [root],
  };
};

function documentOf(source: string): Json {
  const document = parsed(source.replace(/^\uFEFF/, ''));
  if (!isRecord(document) || (typeof document.openapi !== 'string' && typeof document.swagger !== 'string'))
    throw refuseImport('This is no OpenAPI specification: it names no version of OpenAPI or Swagger.');
  return document;
}

function parsed(source: string): unknown {
  try {
    if (/^\s*\{/.test(source)) return JSON.parse(source) as unknown;
    if (isDeepYaml(source)) throw new Error('it is nested deeper than can be read.');
    const document = parseDocument(source, { schema: 'core', uniqueKeys: false, logLevel: 'silent' });
    if (document.errors[0]) throw document.errors[0];
    return document.toJS({ maxAliasCount: 100 }) as unknown;
  } catch (error) {
    throw refuseImport(`This is neither JSON nor YAML: ${(error as Error).message.split('\n')[0]!.slice(0, 200)}`);
  }
}
