import { plainPhrases } from '../document/plain-text.js';
import { type Block, type Document, type Fragment, textOf } from '../document/types.js';
import { anchorSlug, uniqueNames } from '../markdown/slug.js';

/** A heading as a place in the PDF. */
export interface Heading {
  anchor: string;
  destination: string;
  /** What pdfmake needs to know: its place among the bookmarks too, for headings that are not in anything else. */
  mark: { id: string; outline?: true; outlineText?: string; outlineParentId?: string };
}

/**
 * The headings of a page in their order. Destinations begin with `place`, which is the page's own, and that of `title` too:
 * the heading that says again what the page is called.
 */
export function headingsOf(document: Document, place: string, title?: Block): Map<Block, Heading> {
  const found = new Map<Block, Heading>();
  const unique = uniqueNames();
  const above: { level: number; id: string }[] = [];
  const add = (node: Block, isTop: boolean) => {
    const text = plainPhrases(node.nodes ?? [])
      .replace(/\s+/g, ' ')
      .trim();
    const anchor = unique(textOf(node.data.id) || anchorSlug(text) || 'section');
    if (node === title) return void found.set(node, { anchor, destination: place, mark: { id: place } });
    const destination = `${place}-${found.size + 1}`;
    const level = Number(node.type.slice(-1));
    const isMarked = isTop && text !== '' && node.data.level === undefined;
    if (isMarked) while ((above.at(-1)?.level ?? 0) >= level) above.pop();
    const parent = above.at(-1)?.id ?? place;
    if (isMarked) above.push({ level, id: destination });
    const bookmark = isMarked ? ({ outline: true, outlineText: text, outlineParentId: parent } as const) : {};
    found.set(node, { anchor, destination, mark: { id: destination, ...bookmark } });
  };
  const visit = (node: Block | Fragment, isTop: boolean) => {
    if (node.object === 'block' && node.type.startsWith('heading-')) return add(node, isTop);
    for (const child of node.nodes ?? []) if (child.object === 'block') visit(child, false);
    for (const fragment of 'fragments' in node ? (node.fragments ?? []) : []) visit(fragment, false);
  };
  for (const node of document.nodes) visit(node, true);
  return found;
}
