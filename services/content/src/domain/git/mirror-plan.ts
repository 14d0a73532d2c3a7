import { newId } from '@quire/runtime';
import { blobId } from '../../git/blob-id.js';
import { breather } from '../../import/breather.js';
import type { ImportPlan, PlannedFile, PlannedPage } from '../../import/import-plan.js';
import { splitFrontMatter } from '../../markdown/front-matter.js';
import { analyse } from '../../markdown/parse.js';
import type { ContentDraft, ContentRoots } from '../content-draft.js';
import { fieldsIn } from '../edit/page-metadata.js';
import type { FileRecord } from '../files/file-record.js';
import { fileRecordOf, recordOf, referencesOf, type Targets } from '../import/apply-plan.js';
import { applyChanges, emptyMap, equalJson } from '../merkle/merkle-map.js';
import { freeSlug } from '../merge/slugs.js';
import { emptyRootRecord, type PageRecord, type References, rootPage } from '../pages/page-record.js';
import { matchPages, type Matches } from './match-pages.js';
import { placePages } from './place-pages.js';
import type { SpaceFiles } from './space-files.js';

export interface MirrorOptions {
  /** What the space and the repository had in common last; undefined before they were synced. */
  base: SpaceFiles | undefined;
  /** What the space holds now. */
  main: SpaceFiles;
  now: Date;
}

/**
 * What a space would hold that held what the repository does and nothing else: pages and files that are known keep their
 * ids, by path or, when they were renamed, by what is in them. The nodes go into the draft; the space stays as it is.
 */
export async function mirrorPlan(
  draft: ContentDraft,
  plan: ImportPlan,
  { base, main, now }: MirrorOptions,
): Promise<ContentRoots> {
  const from = base?.roots ?? { pages: emptyMap, files: emptyMap };
  const nodes = new Map<string, unknown>();
  const files = mirrorFiles(plan.files, { base, main });
  const matches = matchPages(plan, { base, main });
  const targets: Targets = { files: files.ids, bySource: matches.byPath, now };
  const known = base ?? main;
  const records = new Map<string, PageRecord>();
  const { parents, children } = placePages(plan, { matches, tree: known.tree });
  const pause = breather();
  for (const [id, parent] of parents) {
    const planned = matches.planned.get(id);
    const before = known.tree.get(id) ?? main.tree.get(id);
    const record = planned
      ? await mirrorPage(planned, before, { draft, matches, targets, known: known.tree.get(id) ? known : main })
      : before!;
    const placed = defined({ ...record, parent, children: children.get(id) ?? [] });
    const isSame = before !== undefined && equalJson({ ...placed, updatedAt: '' }, { ...before, updatedAt: '' });
    records.set(id, isSame ? before : placed);
    await pause();
  }
  separate(records, { children, tree: known.tree });
  const changes = new Map<string, PageRecord | undefined>(records);
  changes.set(rootPage, { ...emptyRootRecord, children: children.get(rootPage) ?? [] });
  for (const id of base?.tree.ids() ?? []) if (!records.has(id)) changes.set(id, undefined);
  const roots = {
    pages: await applyChanges(draft.reader, from.pages, changes, nodes),
    files: await applyChanges(draft.reader, from.files, files.changes, nodes),
  };
  draft.absorb({ nodes, documents: new Map() });
  return roots;
}

function mirrorFiles(planned: readonly PlannedFile[], { base, main }: Pick<MirrorOptions, 'base' | 'main'>) {
  const known = base ?? main;
  const ids = new Map<string, string>();
  const changes = new Map<string, FileRecord | undefined>();
  const present = new Set(planned.map(({ sourcePath }) => sourcePath));
  const vanished = new Map<string, string>();
  for (const [path, id] of known.paths.fileAt) if (!present.has(path)) vanished.set(known.records.get(id)!.sha256, id);
  for (const file of planned) {
    let id = known.paths.fileAt.get(file.sourcePath) ?? main.paths.fileAt.get(file.sourcePath);
    if (id === undefined && base) {
      id = vanished.get(file.sha256);
      vanished.delete(file.sha256);
    }
    id ??= newId();
    ids.set(file.sourcePath, id);
    const before = known.records.get(id);
    // A file that never had a path of its own keeps its name, whatever it is called in the repository.
    const isSame = before?.sha256 === file.sha256 && known.paths.files.get(id) === file.sourcePath;
    changes.set(id, isSame ? before : fileRecordOf(file));
  }
  for (const id of base?.records.keys() ?? []) if (!changes.has(id)) changes.set(id, undefined);
  return { ids, changes };
}

type Page = Omit<PageRecord, 'parent' | 'children'>;

async function mirrorPage(
  planned: PlannedPage,
  before: PageRecord | undefined,
  { draft, matches, targets, known }: { draft: ContentDraft; matches: Matches; targets: Targets; known: SpaceFiles },
): Promise<Page> {
  if (!before) return recordOf(draft, planned, targets);
  const updatedAt = targets.now.toISOString();
  const { title } = planned;
  if (planned.sourcePath === undefined) {
    const fields = planned.type === 'link' ? { target: { kind: 'url' as const, url: planned.href ?? '' } } : {};
    return { ...before, ...fields, title, updatedAt };
  }
  const id = matches.byPath.get(planned.sourcePath)!;
  const path = known.paths.pages.get(id)!;
  const renamed = path !== planned.sourcePath;
  const place = renamed ? { slug: planned.slug, source: planned.sourcePath } : {};
  const markdown = planned.markdown ?? '';
  const stored = before.document === undefined ? '' : await draft.reader.markdown(before.document);
  const hidden = planned.hidden || undefined;
  const isListed = !planned.hidden;
  if (known.files.get(path)!.oid === blobId(markdown)) {
    const references = await sameReferences(before, planned, { draft, targets, isStored: stored === markdown });
    return { ...before, ...place, references, hidden, ...(isListed ? { title } : {}), updatedAt };
  }
  const record = recordOf(draft, planned, targets);
  const had = fieldsIn(splitFrontMatter((await known.files.get(path)!.read()).toString()));
  const fields: Partial<Page> = {};
  for (const field of ['description', 'icon', 'emoji', 'layout', 'cover'] as const) {
    const value = record[field] ?? (had[field] === undefined ? before[field] : undefined);
    Object.assign(fields, { [field]: value });
  }
  const followsHeading = before.title === analyse(stored).title;
  return {
    ...before,
    ...place,
    ...fields,
    document: record.document,
    references: record.references,
    hidden,
    title: isListed || followsHeading ? title : before.title,
    updatedAt,
  };
}

/** What links of an unchanged text lead to: where files came or went, that may be another page now. */
async function sameReferences(
  before: PageRecord,
  planned: PlannedPage,
  { draft, targets, isStored }: { draft: ContentDraft; targets: Targets; isStored: boolean },
): Promise<string | undefined> {
  if (!isStored) return before.references;
  const known = before.references === undefined ? {} : ((await draft.reader.load(before.references)) as References);
  return draft.refer({ ...known, ...referencesOf(planned, targets) });
}

/** Gives siblings different slugs; one that had its slug keeps it. */
function separate(
  records: Map<string, PageRecord>,
  { children, tree }: { children: ReadonlyMap<string, readonly string[]>; tree: SpaceFiles['tree'] },
): void {
  for (const siblings of children.values()) {
    const taken = new Set<string>();
    const kept = (id: string) => tree.get(id)?.slug === records.get(id)!.slug;
    for (const id of [...siblings.filter(kept), ...siblings.filter((sibling) => !kept(sibling))]) {
      const record = records.get(id)!;
      const slug = freeSlug(record.slug, (candidate) => taken.has(candidate));
      taken.add(slug);
      if (slug !== record.slug) records.set(id, { ...record, slug });
    }
  }
}

const defined = (record: PageRecord): PageRecord =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as unknown as PageRecord;
