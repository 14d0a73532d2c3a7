import type { RevisionPage } from '../clients/published-content.js';

/** The pages of one revision as readers meet them. Immutable. */
export class PageIndex {
  readonly all: readonly RevisionPage[];
  /** What readers page through: documents that are not hidden, in the order of the table of contents. */
  readonly documents: readonly RevisionPage[];
  readonly #byId: ReadonlyMap<string, RevisionPage>;
  readonly #byPath: ReadonlyMap<string, RevisionPage>;
  readonly #children = new Map<string | undefined, RevisionPage[]>();
  readonly #hidden = new Set<string>();
  readonly #positions: ReadonlyMap<string, number>;

  /** Parents come before their children. */
  constructor(pages: readonly RevisionPage[]) {
    this.all = pages;
    this.#byId = new Map(pages.map((page) => [page.id, page]));
    this.#byPath = new Map(pages.map((page) => [page.path, page]));
    for (const page of pages) {
      const siblings = this.#children.get(page.parent);
      if (siblings) siblings.push(page);
      else this.#children.set(page.parent, [page]);
      if (page.hidden || (page.parent !== undefined && this.#hidden.has(page.parent))) this.#hidden.add(page.id);
    }
    this.documents = pages.filter((page) => page.type === 'document' && !this.#hidden.has(page.id));
    this.#positions = new Map(this.documents.map(({ id }, position) => [id, position]));
  }

  get(id: string): RevisionPage | undefined {
    return this.#byId.get(id);
  }

  byPath(path: string): RevisionPage | undefined {
    return this.#byPath.get(path);
  }

  /** What stands at an address below the space: the first page at its root, and every document under `.md` too. */
  at(path: readonly string[]): { page: RevisionPage; isSource: boolean } | undefined {
    const joined = path.join('/');
    const page = joined === '' ? this.first : this.byPath(joined);
    if (page) return { page, isSource: false };
    const source = joined.endsWith('.md') ? this.byPath(joined.slice(0, -3)) : undefined;
    return source?.type === 'document' ? { page: source, isSource: true } : undefined;
  }

  /** Without an id, the top of the table of contents. */
  children(id?: string): readonly RevisionPage[] {
    return this.#children.get(id) ?? [];
  }

  /** Whether the page or something above it is hidden: it is read by those who have its address. */
  isHidden({ id }: RevisionPage): boolean {
    return this.#hidden.has(id);
  }

  /** What is above a page, outermost first. */
  ancestors({ parent }: RevisionPage): RevisionPage[] {
    const above = parent === undefined ? undefined : this.#byId.get(parent);
    return above ? [...this.ancestors(above), above] : [];
  }

  /** What stands at the root of the space. */
  get first(): RevisionPage | undefined {
    return this.documents[0] ?? this.all.find(({ type }) => type === 'document');
  }

  /** The first document below a group that readers see, or, in a hidden one, the first. */
  firstIn(group: RevisionPage): RevisionPage | undefined {
    for (const child of this.children(group.id)) {
      if (child.hidden && !this.isHidden(group)) continue;
      const found = child.type === 'document' ? child : this.firstIn(child);
      if (found) return found;
    }
    return undefined;
  }

  neighbours({ id }: RevisionPage): { previous?: RevisionPage | undefined; next?: RevisionPage | undefined } {
    const position = this.#positions.get(id);
    if (position === undefined) return {};
    return { previous: this.documents[position - 1], next: this.documents[position + 1] };
  }
}
