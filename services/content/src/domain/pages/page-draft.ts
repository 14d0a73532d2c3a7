import { type NodeReader, type NodeSet, applyChanges } from '../merkle/merkle-map.js';
import { freeSlug } from '../merge/slugs.js';
import { type PageRecord, getPage, rootPage } from './page-record.js';

/** Where a page goes: below `parent`, at the zero-based index `at` among its siblings, at their end without one. */
export interface PagePlace {
  parent: string;
  at?: number;
}

/** A page before it has a place. */
export type NewPage = Omit<PageRecord, 'parent' | 'children'>;

/**
 * An edit of a page map: reads what it needs, keeps what it changes, and makes a new root of it in the end. It keeps the
 * tree whole: parents and children agree, siblings have different slugs, nothing is its own ancestor.
 */
export class PageDraft {
  readonly #reader: NodeReader;
  readonly #root: string;
  readonly #changes = new Map<string, PageRecord | undefined>();
  /** Slugs below a page, once an edit here depends on them. */
  readonly #slugs = new Map<string, Set<string>>();

  constructor(reader: NodeReader, root: string) {
    this.#reader = reader;
    this.#root = root;
  }

  async get(id: string): Promise<PageRecord | undefined> {
    return this.#changes.has(id) ? this.#changes.get(id) : getPage(this.#reader, this.#root, id);
  }

  /** Sets a page's own fields; undefined removes a field. A slug is numbered when a sibling has it. */
  async set(id: string, fields: Partial<PageRecord>): Promise<void> {
    const page = await this.#need(id);
    const next = { ...page, ...fields };
    if (next.slug !== page.slug) {
      await this.#slugsBelow(page.parent);
      this.#release(page);
      next.slug = await this.#claim(next.slug, next.parent);
    }
    this.#put(id, next);
  }

  async insert(id: string, page: NewPage, { parent, at }: PagePlace): Promise<void> {
    await this.insertAll([[id, page]], { parent, at });
  }

  /** Inserts siblings in order. */
  async insertAll(pages: readonly (readonly [id: string, page: NewPage])[], { parent, at }: PagePlace): Promise<void> {
    for (const [id, page] of pages) {
      this.#put(id, { ...page, slug: await this.#claim(page.slug, parent), parent, children: [] });
    }
    await this.#adopt(
      pages.map(([id]) => id),
      parent,
      at,
    );
  }

  /** Moves a page with everything below it. Returns false, and does nothing, when `parent` is the page or below it. */
  async move(id: string, { parent, at }: PagePlace): Promise<boolean> {
    for (let above = parent; above !== rootPage; above = (await this.#need(above)).parent)
      if (above === id) return false;
    const page = await this.#need(id);
    const from = await this.#need(page.parent);
    this.#put(page.parent, { ...from, children: from.children.filter((child) => child !== id) });
    this.#release(page);
    this.#put(id, { ...page, slug: await this.#claim(page.slug, parent), parent });
    await this.#adopt([id], parent, at);
    return true;
  }

  /** Removes a page with everything below it and returns the ids of all that went. */
  async remove(id: string): Promise<string[]> {
    const page = await this.#need(id);
    const parent = await this.#need(page.parent);
    this.#release(page);
    this.#put(page.parent, { ...parent, children: parent.children.filter((child) => child !== id) });
    const gone = [id];
    for (const next of gone) {
      gone.push(...(await this.#need(next)).children);
      this.#changes.set(next, undefined);
      this.#slugs.delete(next);
    }
    return gone;
  }

  /** The root of the edited map; its new nodes are put into `added`. */
  async root(added: NodeSet): Promise<string> {
    return applyChanges(this.#reader, this.#root, this.#changes, added);
  }

  async #need(id: string): Promise<PageRecord> {
    const page = await this.get(id);
    if (!page) throw new Error(`page ${id} is not in this revision`);
    return page;
  }

  async #adopt(ids: readonly string[], parent: string, at: number | undefined): Promise<void> {
    const page = await this.#need(parent);
    const children = [...page.children];
    children.splice(at ?? children.length, 0, ...ids);
    this.#put(parent, { ...page, children });
  }

  /** Takes a slug below `parent`, numbered when a sibling has it. */
  async #claim(slug: string, parent: string): Promise<string> {
    const slugs = await this.#slugsBelow(parent);
    const free = freeSlug(slug, (candidate) => slugs.has(candidate));
    slugs.add(free);
    return free;
  }

  #release({ slug, parent }: PageRecord): void {
    this.#slugs.get(parent)?.delete(slug);
  }

  async #slugsBelow(parent: string): Promise<Set<string>> {
    let slugs = this.#slugs.get(parent);
    if (!slugs) {
      const { children } = await this.#need(parent);
      slugs = new Set(await Promise.all(children.map(async (child) => (await this.#need(child)).slug)));
      this.#slugs.set(parent, slugs);
    }
    return slugs;
  }

  #put(id: string, page: PageRecord): void {
    const entries = Object.entries(page).filter(([, value]) => value !== undefined);
    this.#changes.set(id, Object.fromEntries(entries) as unknown as PageRecord);
  }
}
