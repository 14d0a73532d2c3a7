import { archiveEntries } from '../../git/archive-entries.js';
import { addHidden } from '../../import/documents.js';
import type { ImportPlan } from '../../import/import-plan.js';
import { findLayout } from '../../import/layout.js';
import { findOutline, type OutlineNode } from '../../import/outline.js';
import { planImport } from '../../import/plan.js';
import { isMarkdown, Source } from '../../import/source.js';
import type { Fetched } from './fetch-repository.js';

/**
 * Works out what the repository holds. Pages and files that the space has from it come along as long as they are there,
 * although no table of contents and no link leads to them.
 */
export async function planRepository(
  { repository, files }: Fetched,
  known: { pages: ReadonlySet<string>; files: ReadonlySet<string> },
): Promise<ImportPlan> {
  const entries = await archiveEntries(repository, files);
  const source = new Source(entries);
  const layout = await findLayout(source, []);
  const { nodes } = await findOutline(source, layout, []);
  const named = new Set(pathsOf(nodes));
  const more = [...known.pages].filter((path) => !named.has(path) && files.has(path) && isMarkdown(path));
  addHidden(nodes, more, source);
  return planImport(entries, { layout, outline: () => nodes, keep: (path) => known.files.has(path) });
}

const pathsOf = (nodes: readonly OutlineNode[]): string[] =>
  nodes.flatMap(({ sourcePath, children }) => [
    ...(sourcePath === undefined ? [] : [sourcePath]),
    ...pathsOf(children),
  ]);
