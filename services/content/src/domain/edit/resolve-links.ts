import { resolveDestination } from '../../import/references.js';
import { analyse } from '../../markdown/parse.js';
import type { ContentDraft, ContentRoots } from '../content-draft.js';
import type { FileRecord } from '../files/file-record.js';
import { allEntries, getEntry } from '../merkle/merkle-map.js';
import { type PageRecord, type Reference, type References } from '../pages/page-record.js';
import type { PageTree } from '../pages/page-tree.js';

/** Names that a batch gives to what it inserts. */
export interface BatchRefs {
  pages: ReadonlyMap<string, string>;
  files: ReadonlyMap<string, string>;
}

/** The revision as a folder of files, the way authors write links to it. */
interface Folder {
  byPath: ReadonlyMap<string, Reference>;
  pathOf(id: string, page: PageRecord): string;
}

/**
 * Works out what every link in newly written documents leads to, and keeps it with the page: by ids, so that no later rename
 * or move breaks it. Links that lead nowhere stay as they are written.
 */
export async function resolveLinks(
  draft: ContentDraft,
  written: ReadonlyMap<string, string>,
  refs: BatchRefs,
): Promise<void> {
  const roots = await draft.finish();
  let folder: Promise<Folder> | undefined;
  for (const [id, markdown] of written) {
    const page = await draft.pages.get(id);
    if (!page) continue;
    const before = page.references === undefined ? {} : ((await draft.reader.load(page.references)) as References);
    const references = new Map<string, Reference>();
    for (const { destination } of analyse(markdown).links) {
      if (references.has(destination)) continue;
      const reference =
        byRef(destination, refs) ??
        (await byId(draft, roots, destination)) ??
        (await stillThere(draft, roots, Object.hasOwn(before, destination) ? before[destination] : undefined)) ??
        byPath(await (folder ??= folderOf(draft, roots)), { id, page, destination });
      if (reference) references.set(destination, reference);
    }
    await draft.pages.set(id, { references: draft.refer(Object.fromEntries(references)) });
  }
}

function byRef(destination: string, { pages, files }: BatchRefs): Reference | undefined {
  const [, name, anchor] = /^(?:\.\/)?([^#]+?)(?:#(.*))?$/.exec(destination) ?? [];
  if (name === undefined) return undefined;
  const page = pages.get(name.replace(/\.md$/, ''));
  if (page !== undefined) return { kind: 'page', page, ...(anchor ? { anchor } : {}) };
  const file = files.get(name);
  return file === undefined ? undefined : { kind: 'file', file };
}

/** `/pages/<id>#anchor` and `/files/<id>`. */
async function byId(draft: ContentDraft, roots: ContentRoots, destination: string): Promise<Reference | undefined> {
  const [, kind, id, anchor] = /^\/(pages|files)\/([^/?#]+)(?:#(.*))?$/.exec(destination) ?? [];
  if (kind === undefined || id === undefined) return undefined;
  return stillThere(
    draft,
    roots,
    kind === 'files' ? { kind: 'file', file: id } : { kind: 'page', page: id, ...(anchor ? { anchor } : {}) },
  );
}

async function stillThere(
  draft: ContentDraft,
  roots: ContentRoots,
  reference: Reference | undefined,
): Promise<Reference | undefined> {
  if (reference?.kind === 'page') return (await draft.pages.get(reference.page)) ? reference : undefined;
  if (reference?.kind === 'file')
    return (await getEntry(draft.reader, roots.files, reference.file)) ? reference : undefined;
  return undefined;
}

function byPath(
  folder: Folder,
  { id, page, destination }: { id: string; page: PageRecord; destination: string },
): Reference | undefined {
  const readmeOf = (path: string) =>
    ['README.md', 'readme.md', 'index.md']
      .map((name) => (path === '' ? name : `${path}/${name}`))
      .find((file) => folder.byPath.has(file));
  const files = { has: (path: string) => folder.byPath.has(path), readmeOf };
  const relative = destination.replace(/^\/pages\//, '/');
  const target = resolveDestination(files, { from: folder.pathOf(id, page), root: '', destination: relative });
  const reference = target && folder.byPath.get(target.path);
  if (!reference) return undefined;
  return reference.kind === 'page' && target.anchor !== undefined ? { ...reference, anchor: target.anchor } : reference;
}

async function folderOf(draft: ContentDraft, roots: ContentRoots): Promise<Folder> {
  const tree: PageTree = await draft.reader.tree(roots.pages);
  const files = new Map<string, Reference>();
  for (const [file, { source }] of await allEntries<FileRecord>(draft.reader, roots.files)) {
    if (source !== undefined) files.set(source, { kind: 'file', file });
  }
  // Where a page stands now gives way to the file that it came from: that is what its neighbours' links were written for.
  for (const wanted of ['place', 'source'] as const) {
    for (const id of tree.ids()) {
      const { source, type } = tree.need(id);
      if (type !== 'document') continue;
      if (wanted === 'source' && source !== undefined) files.set(source, { kind: 'page', page: id });
      if (wanted === 'place') {
        files.set(`${tree.path(id)}.md`, { kind: 'page', page: id });
        if (tree.children(id).length > 0) files.set(`${tree.path(id)}/README.md`, { kind: 'page', page: id });
      }
    }
  }
  const pathOf = (id: string, { source, children }: PageRecord) =>
    source ?? (children.length > 0 ? `${tree.path(id)}/README.md` : `${tree.path(id)}.md`);
  return { byPath: files, pathOf };
}
