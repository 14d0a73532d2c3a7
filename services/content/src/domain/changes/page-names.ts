import type { ChangedPage } from '@quire/contract';
import type { NodeReader } from '../merkle/merkle-map.js';
import { getPage, rootPage } from '../pages/page-record.js';

/** Names pages of one page map as lists of changes do. Each page is read once, and those above it. */
export class PageNames {
  readonly #reader: NodeReader;
  readonly #pages: string;
  readonly #places = new Map<string, Promise<string>>();

  constructor(reader: NodeReader, pages: string) {
    this.#reader = reader;
    this.#pages = pages;
  }

  /** The slugs from the top down to a page, those of links too. */
  async place(id: string): Promise<string> {
    let place = this.#places.get(id);
    if (place === undefined) {
      place = this.#readPlace(id);
      this.#places.set(id, place);
    }
    return place;
  }

  /** A page that is known to exist; undefined for the top. A link has no path. */
  async name(id: string): Promise<ChangedPage | undefined> {
    if (id === rootPage) return undefined;
    const { type, title } = (await getPage(this.#reader, this.#pages, id))!;
    if (type === 'root') throw new Error(`page ${id} is a second root`);
    return { id, type, title, ...(type === 'link' ? {} : { path: await this.place(id) }) };
  }

  async #readPlace(id: string): Promise<string> {
    const { parent, slug } = (await getPage(this.#reader, this.#pages, id))!;
    return parent === rootPage ? slug : `${await this.place(parent)}/${slug}`;
  }
}
