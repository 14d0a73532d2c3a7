import { type NodeReader, type NodeSet, applyChanges } from '../merkle/merkle-map.js';
import { freeSlug } from '../merge/slugs.js';
import { type PageRecord, getPage, rootPage } from './page-record.js';

/** Where a page goes: below `parent`, at the zero-based index `at` among its siblings, at their end without one. */
export interface PagePlace {
  parent: string;
  at?: number;
}

/**
 * An edit of a page map: reads what it needs, keeps what it changes, and makes a new root of it in the end. It keeps the
 * tree whole: parents and children agree, siblings have different slugs, nothing is its own ancestor.
 */
export class PageDraft {
  readonly #reader: NodeReader;
  readonly #root: string;
  readonly #changes = new Map<string, PageRecord | undefined>();

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
    if (next.slug !== page.slug) next.slug = await this.#freeSlug(next.slug, next.parent, id);
    this.#put(id, next);
  }

  async insert(id: string, page: Omit<PageRecord, 'parent' | 'children'>, { parent, at }: PagePlace): Promise<void> {
    const slug = await this.#freeSlug(page.slug, parent, id);
    this.#put(id, { ...page, slug, parent, children: [] });
    await this.#adopt(id, parent, at);
  }

  /** Moves a page with everything below it. Returns false, and does nothing, when `parent` is the page or below it. */
  async move(id: string, { parent, at }: PagePlace): Promise<boolean> {
    for (let above = parent; above !== rootPage; above = (await this.#need(above)).parent)
      if (above === id) return false;
    const page = await this.#need(id);
    const from = await this.#need(page.parent);
    this.#put(page.parent, { ...from, children: from.children.filter((child) => child !== id) });
    const slug = page.parent === parent ? page.slug : await this.#freeSlug(page.slug, parent, id);
    this.#put(id, { ...page, slug, parent });
    await this.#adopt(id, parent, at);
    return true;
  }

  /** Removes a page with everything below it and returns the ids of all that went. */
  async remove(id: string): Promise<string[]> {
    const page = await this.#need(id);
    const parent = await this.#need(page.parent);
    this.#put(page.parent, { ...parent, children: parent.children.filter((child) => child !== id) });
    const gone = [id];
    for (const next of gone) {
      gone.push(...(await this.#need(next)).children);
      this.#changes.set(next, undefined);
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

  async #adopt(id: string, parent: string, at: number | undefined): Promise<void> {
    const page = await this.#need(parent);
    const children = [...page.children];
    children.splice(at ?? children.length, 0, id);
    this.#put(parent, { ...page, children });
  }

  async #freeSlug(slug: string, parent: string, id: string): Promise<string> {
    const { children } = await this.#need(parent);
    const siblings = await Promise.all(children.filter((child) => child !== id).map((child) => this.#need(child)));
    const taken = new Set(siblings.map((sibling) => sibling.slug));
    return freeSlug(slug, (candidate) => taken.has(candidate));
  }

  #put(id: string, page: PageRecord): void {
    const entries = Object.entries(page).filter(([, value]) => value !== undefined);
    this.#changes.set(id, Object.fromEntries(entries) as unknown as PageRecord);
  }
}
