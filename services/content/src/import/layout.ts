import { z } from 'zod';
import { readYaml } from '../markdown/safe-yaml.js';
import type { ImportWarning } from './import-plan.js';
import { refuseFile } from './refusal.js';
import { joinPath, type Source } from './source.js';

/** Where an import's pages are and what orders them. */
export interface Layout {
  /** Folder of the pages; empty for the top. */
  root: string;
  /** Table of contents; without one, folders are pages. */
  summary?: string;
  /** First page, also when the table of contents does not name it. */
  readme?: string;
  /** Old path to a file under the root. */
  redirects: Record<string, string>;
}

const maxBytes = 64 * 1024;
const path = z.string().max(1024);
const gitbookYaml = z.object({
  root: path.optional(),
  structure: z.object({ readme: path.optional(), summary: path.optional() }).nullish(),
  redirects: z.record(z.string(), path).nullish(),
});

/** Reads `.gitbook.yaml`, else `book.toml`, else looks for a `SUMMARY.md` at the top or in `src`. */
export async function findLayout(source: Source, warnings: ImportWarning[]): Promise<Layout> {
  if (source.has('.gitbook.yaml')) return gitbookLayout(source, warnings);
  if (source.has('book.toml')) return mdbookLayout(source, await mdbookRoot(source));
  if (source.has('SUMMARY.md')) return { root: '', summary: 'SUMMARY.md', readme: source.readmeOf(''), redirects: {} };
  if (source.has('src/SUMMARY.md')) return mdbookLayout(source, 'src');
  return { root: '', redirects: {} };
}

async function gitbookLayout(source: Source, warnings: ImportWarning[]): Promise<Layout> {
  const file = '.gitbook.yaml';
  const { value, sound } = readYaml(await source.text(file, { maxBytes }), { maxLength: maxBytes });
  if (!sound) throw refuseFile(file, 'is not YAML that can be read. Correct it.');
  const settings = gitbookYaml.safeParse(value ?? {});
  if (!settings.success) {
    const fields = settings.error.issues.map((issue) => issue.path.join('.') || 'the document');
    throw refuseFile(file, `is not understood: check ${fields.join(', ')}.`);
  }
  const { root: written = '', structure, redirects } = settings.data;
  const root = joinPath('', written);
  if (root === undefined || !source.paths.some((each) => root === '' || each.startsWith(`${root}/`))) {
    throw refuseFile(file, `names the root ${JSON.stringify(written)}, which is not in the archive. Correct it.`);
  }
  const find = (field: string, name: string | undefined, standard: string) => {
    const wanted = joinPath(root, name ?? standard);
    if (wanted !== undefined && source.has(wanted)) return wanted;
    if (name !== undefined)
      warnings.push({ path: file, message: `structure.${field} names ${name}, which does not exist.` });
    return undefined;
  };
  return {
    root,
    summary: find('summary', structure?.summary, 'SUMMARY.md'),
    readme: find('readme', structure?.readme, 'README.md'),
    redirects: redirects ?? {},
  };
}

/** A book's chapters are those of its table of contents: a `README.md` that it leaves out is not one. */
function mdbookLayout(source: Source, root: string): Layout {
  const summary = joinPath(root, 'SUMMARY.md')!;
  return { root, summary: source.has(summary) ? summary : undefined, redirects: {} };
}

/** `src` of the `[book]` table: the one setting that matters here, not worth a TOML parser. */
async function mdbookRoot(source: Source): Promise<string> {
  const text = await source.text('book.toml', { maxBytes });
  let table = '';
  for (const line of text.split(/\r?\n/)) {
    table = /^\s*\[([^\]]*)\]/.exec(line)?.[1]?.trim() ?? table;
    const value = /^\s*src\s*=\s*(?:"([^"]*)"|'([^']*)')/.exec(line);
    if (table === 'book' && value) {
      const root = joinPath('', value[1] ?? value[2]!);
      if (root === undefined) throw refuseFile('book.toml', 'names a src folder outside of the archive. Correct it.');
      return root;
    }
  }
  return 'src';
}
