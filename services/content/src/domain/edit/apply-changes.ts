import type { ContentChange } from '@quire/contract';
import { conflict, invalid, newId } from '@quire/runtime';
import { checkDocument } from '../../document/check-document.js';
import { pageReferences } from '../../document/page-references.js';
import { writeDocument } from '../../document/write-document.js';
import { analyse } from '../../markdown/parse.js';
import { pageSlug } from '../../markdown/slug.js';
import type { ContentDraft } from '../content-draft.js';
import type { FileRecord } from '../files/file-record.js';
import { getPage, type PageFields, type PageRecord, type References, rootPage } from '../pages/page-record.js';
import { assertNesting } from './nesting.js';
import { assertPageSize, fieldChanges, fieldsIn } from './page-metadata.js';
import { resolveLinks } from './resolve-links.js';
import { revertBlocks } from './revert-blocks.js';
import { type PagesOf, revertPage } from './revert-page.js';

type InsertPage = Extract<ContentChange, { operation: 'insert_page' }>;
type RevertPage = Extract<ContentChange, { operation: 'revert_page' }>;
type UpdatePage = Extract<ContentChange, { operation: 'update_page' }>;

/** What a batch did, in the order of first touch; deleted pages count once, with everything below them. */
export interface BatchOutcome {
  created: { id: string; ref?: string }[];
  updated: string[];
  deleted: string[];
  /** Every touched page once, in order. */
  order: string[];
  files: { id: string; file: FileRecord }[];
}

export interface BatchOptions {
  /** The stored bytes of the files that the batch inserts. */
  files: ReadonlyMap<unknown, FileRecord>;
  /** The page map of a revision to revert to; without an id that of the default one. */
  pagesOf: PagesOf;
  now: Date;
}

/**
 * Applies a batch of changes to a draft, in order. Throws `invalid` (400) naming the change that cannot be applied; the draft
 * is then worthless and must not be stored.
 */
export async function applyBatch(
  draft: ContentDraft,
  changes: readonly ContentChange[],
  options: BatchOptions,
): Promise<BatchOutcome> {
  const batch = new Batch(draft, options);
  batch.nameInsertions(changes);
  for (const [index, change] of changes.entries()) await batch.apply(change, `body.changes.${index}`);
  await resolveLinks(draft, batch.written, batch.refs);
  return batch.outcome();
}

class Batch {
  readonly #draft: ContentDraft;
  readonly #options: BatchOptions;
  readonly #ids = new Map<ContentChange, string>();
  readonly #touched = new Map<string, 'created' | 'updated' | 'deleted'>();
  readonly #files: { id: string; file: FileRecord }[] = [];
  readonly refs = { pages: new Map<string, string>(), files: new Map<string, string>() };
  /** New documents by page. */
  readonly written = new Map<string, string>();

  constructor(draft: ContentDraft, options: BatchOptions) {
    this.#draft = draft;
    this.#options = options;
  }

  #insertFiles(change: Extract<ContentChange, { operation: 'insert_files' }>, path: string): void {
    for (const [position, file] of change.files.entries()) {
      const id = newId();
      const record = this.#options.files.get(file)!;
      this.#draft.putFile(id, record);
      this.#files.push({ id, file: record });
      if (file.ref !== undefined) this.#name('files', { ref: file.ref, id, path: `${path}.files.${position}.ref` });
    }
  }

  /** Gives what is inserted its ids first, so that links do not depend on the order of the batch. */
  nameInsertions(changes: readonly ContentChange[]): void {
    for (const [index, change] of changes.entries()) {
      const path = `body.changes.${index}`;
      if (change.operation === 'insert_files') this.#insertFiles(change, path);
      if (change.operation !== 'insert_page') continue;
      const id = newId();
      this.#ids.set(change, id);
      if (change.ref !== undefined) this.#name('pages', { ref: change.ref, id, path: `${path}.ref` });
    }
  }

  #name(kind: 'pages' | 'files', { ref, id, path }: { ref: string; id: string; path: string }): void {
    if (this.refs.pages.has(ref) || this.refs.files.has(ref))
      throw invalid([{ path, message: 'is used twice in this batch' }]);
    this.refs[kind].set(ref, id);
  }

  async apply(change: ContentChange, path: string): Promise<void> {
    switch (change.operation) {
      case 'insert_page':
        return this.#insert(change, path);
      case 'update_page':
        return this.#update(change, path);
      case 'delete_page': {
        const id = await this.#existing(change.page, `${path}.page`);
        for (const gone of await this.#draft.pages.remove(id)) this.#touch(gone, 'deleted');
        return;
      }
      case 'revert_page': {
        const pages = await this.#options.pagesOf(change.revision, `${path}.revision`);
        if (change.block) return this.#revertBlocks(change, change.block, { pages, path });
        const did = await revertPage(this.#draft, pages, { page: change.page, path: `${path}.page` });
        for (const [id, what] of did) this.#touch(id, what);
        return;
      }
      case 'insert_files':
        return;
    }
  }

  async #insert(change: InsertPage, path: string): Promise<void> {
    const id = this.#ids.get(change)!;
    const markdown = markdownOf(change, path);
    if (markdown !== undefined && change.type === 'computed')
      throw invalid([{ path: `${path}.document`, message: 'cannot be set on a computed page' }]);
    const analysis = analyse(markdown ?? '');
    const written = fieldsIn(analysis);
    const title =
      written.title ?? analysis.title ?? change.title ?? (change.type === 'computed' ? 'API reference' : 'Untitled');
    const now = this.#options.now.toISOString();
    const page: Omit<PageRecord, 'parent' | 'children'> = {
      type: change.type,
      ...written,
      ...fieldsOf(change),
      title,
      slug: slugOf(change, `${path}.slug`) ?? pageSlug(title),
      ...(markdown === undefined ? {} : { document: this.#draft.write(markdown) }),
      ...(change.type === 'link' ? { target: change.target } : {}),
      ...(change.type === 'computed' ? { computed: change.computed } : {}),
      createdAt: now,
      updatedAt: now,
    };
    const parent = await this.#parent(change.into ?? null, `${path}.into`);
    await assertNesting(this.#draft.pages, { parent, path: `${path}.into` });
    await this.#draft.pages.insert(id, page, { parent, at: await this.#index(change.at, parent, `${path}.at`) });
    if (markdown !== undefined) this.written.set(id, markdown);
    this.#touch(id, 'created');
  }

  async #update(change: UpdatePage, path: string): Promise<void> {
    const id = await this.#existing(change.page, `${path}.page`);
    const page = (await this.#draft.pages.get(id))!;
    const markdown = markdownOf(change, path);
    if (markdown !== undefined && page.type !== 'document') {
      throw invalid([{ path: `${path}.document`, message: `cannot be set on a ${page.type}` }]);
    }
    if (change.target !== undefined && page.type !== 'link') {
      throw invalid([{ path: `${path}.target`, message: 'can be set on a link only' }]);
    }
    if (change.computed !== undefined && page.type !== 'computed') {
      throw invalid([{ path: `${path}.computed`, message: 'can be set on a computed page only' }]);
    }
    const before = page.document === undefined ? '' : await this.#draft.reader.markdown(page.document);
    const slug = slugOf(change, `${path}.slug`);
    await this.#draft.pages.set(id, {
      ...(markdown === undefined
        ? {}
        : { ...fieldChanges(page, before, markdown), document: this.#draft.write(markdown) }),
      ...fieldsOf(change),
      ...(change.title === undefined ? {} : { title: change.title }),
      ...(change.target === undefined ? {} : { target: change.target }),
      ...(change.computed === undefined ? {} : { computed: change.computed }),
      ...(slug === undefined ? {} : { slug }),
      updatedAt: this.#options.now.toISOString(),
    });
    if (markdown !== undefined) this.written.set(id, markdown);
    if (change.into !== undefined || change.at !== undefined) {
      const parent = change.into === undefined ? page.parent : await this.#parent(change.into, `${path}.into`);
      const at = await this.#index(change.at, parent, `${path}.at`, id);
      if (!(await this.#draft.pages.move(id, { parent, at }))) {
        throw conflict(`${path}.into: a page cannot be moved below itself.`);
      }
      if (parent !== page.parent) await assertNesting(this.#draft.pages, { parent, moved: id, path: `${path}.into` });
    }
    this.#touch(id, 'updated');
  }

  async #revertBlocks(
    change: RevertPage,
    blocks: readonly string[],
    { pages, path }: { pages: string; path: string },
  ): Promise<void> {
    const id = await this.#existing(change.page, `${path}.page`);
    const page = (await this.#draft.pages.get(id))!;
    if (page.type !== 'document')
      throw invalid([{ path: `${path}.block`, message: `cannot be set for a ${page.type}` }]);
    const { reader } = this.#draft;
    const then = await getPage(reader, pages, id);
    const textOf = async (record?: PageRecord) =>
      record?.document === undefined ? '' : reader.markdown(record.document);
    const texts = { now: await textOf(page), base: await textOf(then) };
    const markdown = revertBlocks(texts, blocks, `${path}.block`);
    if (markdown === texts.now) return;
    assertPageSize(markdown, `${path}.block`);
    const linksOf = async (record?: PageRecord) =>
      record?.references === undefined ? {} : ((await reader.load(record.references)) as References);
    await this.#draft.pages.set(id, {
      document: this.#draft.write(markdown),
      // What links of the restored blocks lead to; those that are in neither are dropped when links are resolved.
      references: this.#draft.refer({ ...(await linksOf(then)), ...(await linksOf(page)) }),
      updatedAt: this.#options.now.toISOString(),
    });
    this.written.set(id, markdown);
    this.#touch(id, 'updated');
  }

  #touch(id: string, what: 'created' | 'updated' | 'deleted'): void {
    const before = this.#touched.get(id);
    // What was created and changed in one batch was created; what was created and deleted in it never was.
    if (before === 'created' && what === 'updated') return;
    if (before === 'created' && what === 'deleted') this.#touched.delete(id);
    else this.#touched.set(id, what);
  }

  async #existing(pageOrRef: string, path: string): Promise<string> {
    const id = this.refs.pages.get(pageOrRef) ?? pageOrRef;
    if (id !== rootPage && (await this.#draft.pages.get(id))) return id;
    throw invalid([{ path, message: `there is no page ${pageOrRef} here` }]);
  }

  async #parent(into: string | null, path: string): Promise<string> {
    if (into === null) return rootPage;
    const id = await this.#existing(into, path);
    const { type } = (await this.#draft.pages.get(id))!;
    if (type === 'link' || type === 'computed')
      throw invalid([{ path, message: `a ${type === 'link' ? 'link' : 'computed page'} takes no pages below it` }]);
    return id;
  }

  async #index(at: number | undefined, parent: string, path: string, moved?: string): Promise<number | undefined> {
    if (at === undefined) return undefined;
    const { children } = (await this.#draft.pages.get(parent))!;
    const last = children.filter((child) => child !== moved).length;
    if (at > last) throw invalid([{ path, message: `the pages there are numbered 0 to ${last}` }]);
    return at;
  }

  outcome(): BatchOutcome {
    const refOf = new Map([...this.refs.pages].map(([ref, id]) => [id, ref]));
    const which = (what: string) => [...this.#touched].filter(([, did]) => did === what).map(([id]) => id);
    return {
      created: which('created').map((id) => ({ id, ...(refOf.has(id) ? { ref: refOf.get(id)! } : {}) })),
      updated: which('updated'),
      deleted: which('deleted'),
      order: [...this.#touched.keys()],
      files: this.#files,
    };
  }
}

function markdownOf({ document }: InsertPage | UpdatePage, path: string): string | undefined {
  if (document === undefined) return undefined;
  if ('markdown' in document) {
    assertPageSize(document.markdown, `${path}.document.markdown`);
    return document.markdown;
  }
  const at = `${path}.document.document`;
  const markdown = writeDocument(checkDocument(document.document, at), pageReferences({}));
  assertPageSize(markdown, at);
  return markdown;
}

function slugOf({ slug }: InsertPage | UpdatePage, path: string): string | undefined {
  if (slug === undefined) return undefined;
  if (slug === '' || pageSlug(slug) !== slug) {
    throw invalid([{ path, message: `is no segment of a path; "${pageSlug(slug)}" would be` }]);
  }
  return slug;
}

/** The plain fields that a change names; null removes one. */
function fieldsOf(change: InsertPage | UpdatePage): Partial<PageFields> {
  const { emoji, icon, description, hidden, noIndex, noRobotsIndex } = change;
  const named = Object.entries({ emoji, icon, description, hidden, noIndex, noRobotsIndex }).filter(
    ([, value]) => value !== undefined,
  );
  return Object.fromEntries(named.map(([field, value]) => [field, value ?? undefined]));
}
