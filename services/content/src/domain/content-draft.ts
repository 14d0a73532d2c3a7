import { type Db, type Tx, newId } from '@quire/runtime';
import { insertDocuments, upsertSpaceDocuments } from '../tables/document.js';
import { insertNodes } from '../tables/node.js';
import { insertRevision, type RevisionRow } from '../tables/revision.js';
import type { FileRecord } from './files/file-record.js';
import { applyChanges, diffMaps, hashOf } from './merkle/merkle-map.js';
import { PageDraft } from './pages/page-draft.js';
import type { PageRecord, References } from './pages/page-record.js';
import { type ContentReader, type ContentStore, hashDocument, withDraft } from './store/content-store.js';

/** The roots of everything that a revision holds. */
export interface ContentRoots {
  pages: string;
  files: string;
}

/** An edit of a revision's content: pages, documents and files, until {@link ContentDraft.finish} makes new roots of it. */
export class ContentDraft {
  readonly pages: PageDraft;
  /** Reads what is stored and what this draft adds. */
  readonly reader: ContentReader;
  readonly #nodes = new Map<string, unknown>();
  readonly #documents = new Map<string, string>();
  readonly #files = new Map<string, FileRecord | undefined>();
  readonly #from: ContentRoots;

  constructor(store: ContentStore, db: Db, from: ContentRoots) {
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

  /** Takes in what a merge made. */
  absorb({ nodes, documents }: { nodes: ReadonlyMap<string, unknown>; documents: ReadonlyMap<string, string> }): void {
    for (const [hash, node] of nodes) this.#nodes.set(hash, node);
    for (const [hash, markdown] of documents) this.#documents.set(hash, markdown);
  }

  /** Stores everything that is new together with the revision that holds it; returns the revision's id. */
  async store(tx: Tx, revision: Omit<RevisionRow, 'id' | 'created_at'> & { standalone?: boolean }): Promise<string> {
    await this.keep(tx);
    await upsertSpaceDocuments(tx, revision.space_id, await this.#changedDocuments(revision.pages));
    const id = newId();
    await insertRevision(tx, { id, ...revision });
    return id;
  }

  /** Stores everything that is new, for whoever names it by its roots. */
  async keep(tx: Tx): Promise<void> {
    await insertNodes(tx, this.#nodes);
    await insertDocuments(tx, this.#documents);
  }

  /** The texts of changed pages, as they were and as they are, with what their links lead to. */
  async #changedDocuments(pages: string): Promise<Map<string, string | undefined>> {
    const documents = new Map<string, string | undefined>();
    for (const { before, after } of (await diffMaps<PageRecord>(this.reader, this.#from.pages, pages)).values())
      for (const page of [before, after])
        if (page?.document !== undefined) documents.set(page.document, page.references);
    return documents;
  }
}
