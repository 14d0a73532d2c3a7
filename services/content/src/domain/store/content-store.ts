import { type Db, sha256 } from '@quire/runtime';
import { LRUCache } from 'lru-cache';
import { breather } from '../../import/breather.js';
import { blobId } from '../../git/blob-id.js';
import { findBlobIds, findDocuments } from '../../tables/document.js';
import { findNodes } from '../../tables/node.js';
import { type RevisionRow, findRevision } from '../../tables/revision.js';
import type { MergeSource } from '../merge/merge.js';
import { PageTree } from '../pages/page-tree.js';
import { allEntries } from '../merkle/merkle-map.js';
import type { PageRecord } from '../pages/page-record.js';
import { Batcher } from './batcher.js';

const megabyte = 1024 * 1024;

/** Hash of a document: base64url SHA-256 of its UTF-8 bytes. */
export const hashDocument = (markdown: string): string => sha256(markdown).toString('base64url');

/**
 * Reads what revisions are made of. Everything in it is immutable and named by its hash, so it is cached without ever
 * being invalidated; the caches are bounded by size.
 */
export class ContentStore {
  readonly #nodes = new LRUCache<string, object>({ maxSize: 64 * megabyte });
  readonly #documents = new LRUCache<string, string>({
    maxSize: 32 * megabyte,
    sizeCalculation: (markdown) => 2 * markdown.length + 100,
  });
  readonly #blobIds = new LRUCache<string, string>({ max: 100_000 });
  readonly #revisions = new LRUCache<string, RevisionRow>({ max: 20_000 });
  /** Sized by pages. */
  readonly #trees = new LRUCache<string, PageTree>({ maxSize: 100_000, sizeCalculation: (tree) => tree.size + 1 });

  /** What a revision holds, by its id. */
  async revision(db: Db, id: string): Promise<RevisionRow | undefined> {
    const known = this.#revisions.get(id);
    if (known) return known;
    const row = await findRevision(db, id);
    if (row) this.#revisions.set(id, row);
    return row;
  }

  /** The same for a revision that is known to exist, because a foreign key says so. */
  async needRevision(db: Db, id: string): Promise<RevisionRow> {
    const row = await this.revision(db, id);
    if (!row) throw new Error(`revision ${id} is not stored`);
    return row;
  }

  /** Reads through the caches from the pool or a transaction; loads that are asked for together are one query. */
  reader(db: Db): ContentReader {
    const nodes = new Batcher(async (hashes: readonly string[]) => {
      const found = new Map<string, object>();
      const breathe = breather();
      for (const { hash, body } of await findNodes(db, hashes)) {
        const node = JSON.parse(body) as object;
        this.#nodes.set(hash, node, { size: 3 * body.length + 200 });
        found.set(hash, node);
        await breathe();
      }
      return found;
    });
    const documents = new Batcher(async (hashes: readonly string[]) => {
      const rows = await findDocuments(db, hashes);
      return new Map(
        rows.map(({ hash, markdown }) => {
          this.#documents.set(hash, markdown);
          return [hash, markdown] as const;
        }),
      );
    });
    const reader: ContentReader = {
      load: async (hash) => this.#nodes.get(hash) ?? nodes.load(hash),
      markdown: async (hash) => this.#documents.get(hash) ?? documents.load(hash),
      tree: async (pages) => {
        let tree = this.#trees.get(pages);
        if (!tree) {
          tree = new PageTree(await allEntries<PageRecord>(reader, pages));
          this.#trees.set(pages, tree);
        }
        return tree;
      },
      blobIds: async (hashes) => {
        const unknown = [...hashes].filter((hash) => !this.#blobIds.has(hash));
        const found = unknown.length === 0 ? [] : await findBlobIds(db, unknown);
        for (const { hash, blob_id } of found) this.#blobIds.set(hash, blob_id);
        const all = new Map(found.map(({ hash, blob_id }) => [hash, blob_id]));
        for (const hash of hashes) if (!all.has(hash)) all.set(hash, this.#blobIds.get(hash)!);
        return all;
      },
    };
    return reader;
  }
}

export interface ContentReader extends MergeSource {
  /** All pages of a revision as a tree, by the root of its page map. */
  tree(pages: string): Promise<PageTree>;
  /** The ids that git gives to documents, by their hashes. */
  blobIds(hashes: ReadonlySet<string>): Promise<ReadonlyMap<string, string>>;
}

/** A reader that also knows nodes and documents that are not stored yet. */
export function withDraft(
  reader: ContentReader,
  draft: { nodes: ReadonlyMap<string, unknown>; documents: ReadonlyMap<string, string> },
): ContentReader {
  const layered: ContentReader = {
    load: async (hash) => draft.nodes.get(hash) ?? reader.load(hash),
    markdown: async (hash) => draft.documents.get(hash) ?? reader.markdown(hash),
    // Not cached: a draft may never be committed.
    tree: async (pages) => new PageTree(await allEntries<PageRecord>(layered, pages)),
    blobIds: async (hashes) => {
      const ids = new Map<string, string>();
      const stored = new Set<string>();
      for (const hash of hashes) {
        const markdown = draft.documents.get(hash);
        if (markdown === undefined) stored.add(hash);
        else ids.set(hash, blobId(markdown));
      }
      for (const [hash, id] of await reader.blobIds(stored)) ids.set(hash, id);
      return ids;
    },
  };
  return layered;
}
