import { newId } from '@quire/runtime';
import { breather } from '../../import/breather.js';
import type { ImportPlan, PlannedFile, PlannedPage } from '../../import/import-plan.js';
import type { ContentDraft } from '../content-draft.js';
import type { FileRecord } from '../files/file-record.js';
import { allEntries } from '../merkle/merkle-map.js';
import { fieldsIn } from '../edit/page-metadata.js';
import { type PageRecord, type Reference, type References, rootPage } from '../pages/page-record.js';
import type { PageTree } from '../pages/page-tree.js';

const siblingsAtOnce = 500;

/**
 * Puts an import into a draft. A page or file that came from the same path before is brought up to date where it stands;
 * whatever is new goes to the end, in the order of the plan.
 */
export async function applyPlan(
  draft: ContentDraft,
  plan: ImportPlan,
  { pages, now }: { pages: string; now: Date },
): Promise<void> {
  const files = await putFiles(draft, plan.files);
  const tree = await draft.reader.tree(pages);
  const ids = new Map<PlannedPage, string>();
  const bySource = new Map<string, string>();
  const breathe = breather();
  const name = async (planned: readonly PlannedPage[], parent: string | undefined): Promise<void> => {
    for (const page of planned) {
      const id = existing(tree, page, parent) ?? newId();
      ids.set(page, id);
      if (page.sourcePath !== undefined) bySource.set(page.sourcePath, id);
      await name(page.children, id);
      await breathe();
    }
  };
  await name(plan.pages, rootPage);

  const put = async (planned: readonly PlannedPage[], parent: string): Promise<void> => {
    const added: (readonly [string, Omit<PageRecord, 'parent' | 'children'>])[] = [];
    for (const page of planned) {
      const id = ids.get(page)!;
      const record = recordOf(draft, page, { files, bySource, now });
      const before = tree.get(id);
      if (before) await draft.pages.set(id, { ...record, slug: before.slug, createdAt: before.createdAt });
      else added.push([id, record]);
      await breathe();
    }
    for (let start = 0; start < added.length; start += siblingsAtOnce) {
      await draft.pages.insertAll(added.slice(start, start + siblingsAtOnce), { parent });
      await breathe();
    }
    for (const page of planned) if (page.children.length > 0) await put(page.children, ids.get(page)!);
  };
  await put(plan.pages, rootPage);
}

/** What an earlier import made of the same thing: a page of the same file, a group or link of the same name in the same place. */
function existing(tree: PageTree, page: PlannedPage, parent: string | undefined): string | undefined {
  if (page.sourcePath !== undefined) return tree.bySource(page.sourcePath);
  if (parent === undefined || (parent !== rootPage && !tree.get(parent))) return undefined;
  return tree.children(parent).find((id) => {
    const other = tree.need(id);
    return other.type === page.type && other.title === page.title;
  });
}

async function putFiles(draft: ContentDraft, planned: readonly PlannedFile[]): Promise<Map<string, string>> {
  const { files } = await draft.finish();
  const known = await allEntries<FileRecord>(draft.reader, files);
  const bySource = new Map(known.map(([id, { source }]) => [source, id]));
  return new Map(
    planned.map((file) => {
      const id = bySource.get(file.sourcePath) ?? newId();
      draft.putFile(id, fileRecordOf(file));
      return [file.sourcePath, id];
    }),
  );
}

/** A file of an import as a revision knows it. */
export const fileRecordOf = (file: PlannedFile): FileRecord => ({
  name: file.name,
  contentType: file.contentType,
  size: file.size,
  sha256: file.sha256,
  blobId: file.blobId,
  ...(file.dimensions ? { dimensions: file.dimensions } : {}),
  source: file.sourcePath,
});

/** What the links of an import lead to. */
export interface Targets {
  files: ReadonlyMap<string, string>;
  bySource: ReadonlyMap<string, string>;
  now: Date;
}

/** A page of an import as a revision knows it, before it has a place. */
export function recordOf(
  draft: ContentDraft,
  page: PlannedPage,
  targets: Targets,
): Omit<PageRecord, 'parent' | 'children'> {
  const { type, title, slug, description, icon, emoji, hidden, markdown, analysis, sourcePath, href } = page;
  const references = referencesOf(page, targets);
  const time = targets.now.toISOString();
  const { layout } = analysis ? fieldsIn(analysis) : {};
  return {
    type,
    title,
    slug,
    emoji,
    icon,
    description,
    hidden: hidden || undefined,
    layout,
    cover: coverOf(page, references),
    target: type === 'link' ? { kind: 'url', url: href ?? '' } : undefined,
    source: sourcePath,
    document: markdown === undefined ? undefined : draft.write(markdown),
    references: draft.refer(references),
    createdAt: time,
    updatedAt: time,
  };
}

function coverOf({ cover, coverY }: PlannedPage, references: References): PageRecord['cover'] {
  if (cover === undefined) return undefined;
  const reference = references[cover];
  return { ...(reference?.kind === 'file' ? { file: reference.file } : { url: cover }), yPos: coverY ?? 0 };
}

/** What the links of a page of an import lead to, by id. */
export function referencesOf(page: PlannedPage, { files, bySource }: Targets): References {
  const references = new Map<string, Reference>();
  for (const [destination, target] of Object.entries(page.references)) {
    const id = (target.kind === 'page' ? bySource : files).get(target.sourcePath);
    if (id === undefined) continue;
    if (target.kind === 'file') references.set(destination, { kind: 'file', file: id });
    else references.set(destination, { kind: 'page', page: id, ...(target.anchor ? { anchor: target.anchor } : {}) });
  }
  return Object.fromEntries(references);
}
