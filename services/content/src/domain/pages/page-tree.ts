import { type PageRecord, emptyRootRecord, rootPage } from './page-record.js';

/** All pages of one revision in memory: for listings, paths and resolving links. Immutable. */
export class PageTree {
  readonly #records: ReadonlyMap<string, PageRecord>;
  readonly #paths = new Map<string, string>();
  readonly #byPath = new Map<string, string>();
  readonly #bySource = new Map<string, string>();

  constructor(entries: Iterable<readonly [string, PageRecord]>) {
    this.#records = new Map(entries);
    const stack = [...this.children(rootPage)].reverse().map((id) => ({ id, above: '' }));
    for (let next = stack.pop(); next; next = stack.pop()) {
      const record = this.need(next.id);
      const path = next.above + record.slug;
      this.#paths.set(next.id, path);
      this.#byPath.set(path, next.id);
      if (record.source !== undefined) this.#bySource.set(record.source, next.id);
      for (const id of [...record.children].reverse()) stack.push({ id, above: `${path}/` });
    }
  }

  /** Number of pages, groups and links. */
  get size(): number {
    return this.#paths.size;
  }

  get(id: string): PageRecord | undefined {
    return id === rootPage ? undefined : this.#records.get(id);
  }

  /** A page that is known to exist. */
  need(id: string): PageRecord {
    const record = this.#records.get(id);
    if (!record) throw new Error(`page ${id} is not in this revision`);
    return record;
  }

  children(id: string): readonly string[] {
    return (this.#records.get(id) ?? emptyRootRecord).children;
  }

  /** The slugs from the top down to the page, joined by slashes. */
  path(id: string): string {
    return this.#paths.get(id) ?? '';
  }

  byPath(path: string): string | undefined {
    return this.#byPath.get(path);
  }

  /** The page that came from a file. */
  bySource(source: string): string | undefined {
    return this.#bySource.get(source);
  }

  /** A page that has the text of this hash. */
  byDocument(hash: string): PageRecord | undefined {
    for (const record of this.#records.values()) if (record.document === hash) return record;
    return undefined;
  }

  /** Ids in the order of the table of contents. */
  ids(): IterableIterator<string> {
    return this.#paths.keys();
  }
}
