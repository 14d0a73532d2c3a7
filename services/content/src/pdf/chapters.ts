import { pageReferences } from '../document/page-references.js';
import { plainPhrases } from '../document/plain-text.js';
import { readDocument } from '../document/read-document.js';
import { type Block, type Data, type Document, textOf } from '../document/types.js';
import { type Heading, headingsOf } from './headings.js';
import type { JobPage, PdfJob } from './job.js';
import type { Target } from './phrases.js';

/** A page of the space as a part of the book. */
export interface Chapter {
  page: JobPage;
  /** Where links to it lead. */
  destination: string;
  document: Document;
  headings: ReadonlyMap<Block, Heading>;
  /** Destinations of headings by anchor. */
  anchors: ReadonlyMap<string, string>;
}

/** All chapters, and what they refer to. */
export class Chapters {
  readonly all: readonly Chapter[];
  private readonly places: ReadonlyMap<string, number>;

  constructor(private readonly job: Pick<PdfJob, 'pages' | 'files' | 'pageUrl'>) {
    this.all = job.pages.map((page, index) => readChapter(page, `p${index + 1}`));
    this.places = new Map(job.pages.map(({ id }, index) => [id, index]));
  }

  /** The chapter that has text: of a group that is the first one in it, of a link none. */
  printed({ page }: Chapter): Chapter | undefined {
    const at = this.places.get(page.id)!;
    if (page.type !== 'group') return page.type === 'document' ? this.all[at] : undefined;
    for (let index = at + 1; (this.all[index]?.page.depth ?? 0) > page.depth; index += 1)
      if (this.all[index]!.page.type === 'document') return this.all[index];
    return undefined;
  }

  /** Where a reference leads to: a page that is not in the book is one of the space. */
  target({ kind, page, anchor, url }: Data, from?: Chapter): Target | undefined {
    const address = textOf(url);
    const isFragment = kind === 'url' && address.startsWith('#');
    if (kind === 'url' && !isFragment) return outside(address);
    if (!isFragment && kind !== 'page' && kind !== 'anchor') return undefined;
    const isHere = isFragment || page === undefined;
    const chapter = isHere ? from : this.find(page);
    if (!chapter) return isHere ? undefined : { url: this.job.pageUrl + encodeURIComponent(textOf(page)) };
    const heading = chapter.anchors.get(isFragment ? decoded(address.slice(1)) : textOf(anchor));
    if (heading !== undefined) return { destination: heading };
    const printed = isHere ? undefined : this.printed(chapter);
    return printed && { destination: printed.destination };
  }

  /** What a reference to a page, file or address is called. */
  nameOf({ kind, page, file, url, spec }: Data): string {
    if (kind === 'file') return this.job.files[textOf(file)]?.name ?? '';
    if (kind === 'page' || kind === 'anchor') return this.find(page)?.page.title ?? this.job.pageUrl + textOf(page);
    return textOf(url) || textOf(spec);
  }

  private find(page: unknown): Chapter | undefined {
    return this.all[this.places.get(textOf(page)) ?? -1];
  }
}

function readChapter(page: JobPage, destination: string): Chapter {
  const document = readDocument(page.markdown, pageReferences(page.references));
  const [first] = document.nodes;
  const isTitle = first?.type.startsWith('heading-') && sameText(plainPhrases(first.nodes ?? []), page.title);
  const headings = headingsOf(document, destination, isTitle ? first : undefined);
  // The page's title stands above it already.
  if (isTitle) document.nodes.shift();
  const anchors = new Map([...headings.values()].map((heading) => [heading.anchor, heading.destination]));
  return { page, destination, document, headings, anchors };
}

const sameText = (one: string, other: string) => plain(one) === plain(other);
const plain = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** Addresses that are safe to follow from a document, whoever wrote it. */
function outside(address: string): Target | undefined {
  if (!URL.canParse(address)) return undefined;
  const { protocol, href } = new URL(address);
  return ['http:', 'https:', 'mailto:', 'tel:'].includes(protocol) ? { url: href } : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
