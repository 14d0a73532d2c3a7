import { type Db, type Tx, newId } from '@quire/runtime';
import { insertDocuments, upsertSpaceDocuments } from '../tables/document.js';
import { insertNodes } from '../tables/node.js';
import { lockLatestVersions } from '../tables/openapi.js';
import { insertRevision, type RevisionRow } from '../tables/revision.js';
import type { FileRecord } from './files/file-record.js';
import { applyChanges, diffMaps, hashOf, type MapDiff } from './merkle/merkle-map.js';
import { needSpace } from '../tables/space.js';
import { computedPages, openApiSourceOf, showComputed, specOf } from './computed/show-computed.js';
import { PageDraft } from './pages/page-draft.js';
import { getPage, type PageRecord, type References } from './pages/page-record.js';
import { type ContentReader, type ContentStore, hashDocument, withDraft } from './store/content-store.js';

/** The roots of everything that a revision holds. */
export interface ContentRoots {
  /** As people wrote them. */
  pages: string;
  files: string;
}

/** What a draft begins with: the roots of a revision, and what of it is computed. */
export type DraftBase = ContentRoots & Pick<RevisionRow, 'shown' | 'computed'>;

/** A revision that was stored: what readers see of its pages, and which specifications these are of. */
export interface Stored {
  id: string;
  shown: string;
  specs: { slug: string; known: boolean }[];
}

/** An edit of a revision's content: pages, documents and files, until {@link ContentDraft.finish} makes new roots of it. */
export class ContentDraft {
  readonly pages: PageDraft;
  /** Reads what is stored and what this draft adds. */
  readonly reader: ContentReader;
  readonly #nodes = new Map<string, unknown>();
  readonly #documents = new Map<string, string>();
  readonly #files = new Map<string, FileRecord | undefined>();
  readonly #diffs = new Map<string, Promise<MapDiff<PageRecord>>>();
  readonly #from: DraftBase;

  constructor(store: ContentStore, db: Db, from: DraftBase) {
    this.#from = from;
    this.reader = withDraft(store.reader(db), { nodes: this.#nodes, documents: this.#documents });
    this.pages = new PageDraft(this.reader, from.pages);
  }

  /** Keeps Markdown and returns its hash. */
  write(markdown: string): string {
    const hash = hashDocument(markdown);
    this.#documents.set(hash, markdown);
    return hash;
  }

  /** Keeps what a document's links lead to and returns its hash; nothing for a document without any. */
  refer(references: References): string | undefined {
    if (Object.keys(references).length === 0) return undefined;
    const hash = hashOf(references);
    this.#nodes.set(hash, references);
    return hash;
  }

  putFile(id: string, file: FileRecord): void {
    this.#files.set(id, file);
  }

  /** The roots with all edits so far, which {@link ContentDraft.reader} can read. */
  async finish(): Promise<ContentRoots> {
    return {
      pages: await this.pages.root(this.#nodes),
      files: await applyChanges(this.reader, this.#from.files, this.#files, this.#nodes),
    };
  }

  /** What differs between two page maps that {@link ContentDraft.reader} can read; worked out once, however many ask. */
  difference(before: string, after: string): Promise<MapDiff<PageRecord>> {
    const key = `${before} ${after}`;
    const known = this.#diffs.get(key) ?? diffMaps<PageRecord>(this.reader, before, after);
    this.#diffs.set(key, known);
    return known;
  }

  /** Takes in what a merge made. */
  absorb({ nodes, documents }: { nodes: ReadonlyMap<string, unknown>; documents: ReadonlyMap<string, string> }): void {
    for (const [hash, node] of nodes) this.#nodes.set(hash, node);
    for (const [hash, markdown] of documents) this.#documents.set(hash, markdown);
  }

  /** Stores everything that is new together with the revision that holds it, and returns the revision. */
  async store(
    tx: Tx,
    revision: Omit<RevisionRow, 'id' | 'created_at' | 'shown' | 'computed'> & { standalone?: boolean },
  ): Promise<Stored> {
    const { computed, shown, specs } = await this.#show(tx, revision);
    await this.keep(tx);
    await upsertSpaceDocuments(tx, revision.space_id, await this.#changedDocuments(shown));
    const id = newId();
    await insertRevision(tx, { id, ...revision, shown, computed });
    return { id, shown, specs };
  }

  /** What readers would see of a page map now. */
  async preview(tx: Tx, revision: Pick<RevisionRow, 'pages' | 'space_id'>): Promise<string> {
    return (await this.#show(tx, revision)).shown;
  }

  /** Makes the pages of computed ones. */
  async #show(tx: Tx, { pages, space_id }: Pick<RevisionRow, 'pages' | 'space_id'>) {
    const diff = await this.difference(this.#from.pages, pages);
    const computed = computedPages(this.#from.computed, diff);
    if (computed.length === 0) return { computed, shown: pages, specs: [] };
    const records = await Promise.all(computed.map((id) => getPage(this.reader, pages, id)));
    const slugs = new Set(
      records.flatMap((record) => {
        const source = openApiSourceOf(record!);
        return source ? [specOf(source)] : [];
      }),
    );
    const versions = await lockLatestVersions(tx, (await needSpace(tx, space_id)).organization_id, [...slugs]);
    const outlines = new Map(
      [...versions].flatMap(([slug, { outline }]) => (outline ? [[slug, outline] as const] : [])),
    );
    const shown = await showComputed({
      reader: this.reader,
      pages,
      computed,
      previous: this.#from.shown,
      outlines,
      write: (markdown) => this.write(markdown),
      added: this.#nodes,
    });
    return { computed, shown, specs: [...slugs].map((slug) => ({ slug, known: outlines.has(slug) })) };
  }

  /** Stores everything that is new, for whoever names it by its roots. */
  async keep(tx: Tx): Promise<void> {
    await insertNodes(tx, this.#nodes);
    await insertDocuments(tx, this.#documents);
  }

  /** The texts of changed pages, as they were and as they are, with what their links lead to. */
  async #changedDocuments(shown: string): Promise<Map<string, string | undefined>> {
    const documents = new Map<string, string | undefined>();
    for (const { before, after } of (await this.difference(this.#from.shown, shown)).values())
      for (const page of [before, after])
        if (page?.document !== undefined) documents.set(page.document, page.references);
    return documents;
  }
}
