import type { ArchiveEntry } from '../archive.js';
import { folderOf } from '../source.js';
import { relativePath } from './collection.js';
import { readCsv } from './csv.js';
import { nameWithoutId, withoutEnding } from './notion-names.js';

const most = { rows: 5_000, columns: 50 };

/**
 * Puts a page with a table in the place of each database, `Tasks.csv` and `Tasks_all.csv`: the second has every row and
 * column. The first column leads to the row's page. What is a page already is left alone.
 */
export async function pagesOfDatabases(entries: readonly ArchiveEntry[]): Promise<ArchiveEntry[]> {
  const paths = new Set(entries.map(({ path }) => path));
  const rows = rowPages(entries);
  const result: ArchiveEntry[] = [];
  for (const entry of entries) {
    const { path } = entry;
    const base = withoutEnding(path).replace(/_all$/, '');
    const isDatabase = path.endsWith('.csv') && /[0-9a-f]{32}(?:_all)?\.csv$/.test(path);
    if (!isDatabase) result.push(entry);
    else if (paths.has(`${base}.md`) || paths.has(`${base}.html`)) continue;
    else if (path.endsWith('_all.csv') || !paths.has(`${base}_all.csv`)) {
      const content = Buffer.from(tableOf((await entry.read()).toString('utf8'), `${base}.md`, rows));
      result.push({ path: `${base}.md`, size: content.length, read: async () => content });
    }
  }
  return result;
}

/** The pages of a folder by their names; two of one name are told apart by nobody. */
function rowPages(entries: readonly ArchiveEntry[]): Map<string, string> {
  const pages = new Map<string, string>();
  for (const { path } of entries) {
    if (!/\.(?:md|html)$/.test(path)) continue;
    pages.set(`${folderOf(path)}/${nameWithoutId(withoutEnding(path))}`, path.replace(/\.html$/, '.md'));
  }
  return pages;
}

function tableOf(csv: string, page: string, pages: ReadonlyMap<string, string>): string {
  const [head = [], ...rows] = readCsv(csv, { maxRows: most.rows + 1 });
  const title = nameWithoutId(withoutEnding(page));
  const folders = [withoutEnding(page), `${folderOf(page) === '' ? '' : `${folderOf(page)}/`}${title}`];
  const columns = Math.min(head.length, most.columns);
  const lineOf = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const cellsOf = (row: readonly string[]) => Array.from({ length: columns }, (_, column) => cell(row[column] ?? ''));
  const body = rows.map((row) => {
    const [first = '', ...others] = cellsOf(row);
    const name = (row[0] ?? '').replaceAll('/', ' ');
    const target = folders.map((folder) => pages.get(`${folder}/${name}`)).find((found) => found !== undefined);
    return lineOf([target ? `[${first}](${relativePath(page, target)})` : first, ...others]);
  });
  return [`# ${cell(title)}`, '', lineOf(cellsOf(head)), lineOf(Array(columns).fill('---')), ...body, ''].join('\n');
}

/** Text that is nothing but text. */
const cell = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\\`*_{}[\]<>#|$&~]/g, '\\$&');
