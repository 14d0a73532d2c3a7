import type { Token } from 'markdown-it';
import { splitFrontMatter } from '../markdown/front-matter.js';
import { plainText } from '../markdown/parse.js';
import { createTokenizer } from '../markdown/tokenizer.js';

/** An entry of a table of contents; one without a destination is a group. */
export interface SummaryItem {
  /** May be empty. */
  title: string;
  /** As written. */
  destination?: string;
  children: SummaryItem[];
}

/** Deeper lists would be cut off by the tokenizer; nobody nests pages that deep. */
export const MAX_SUMMARY_DEPTH = 50;

const tokenizer = createTokenizer({ maxNesting: 4 * MAX_SUMMARY_DEPTH });
// A list that is indented too far is still a list.
tokenizer.block.ruler.disable('code');
// What is no address is for the reader of the table to refuse, and to say so.
tokenizer.validateLink = () => true;

/** Thrown by {@link parseSummary} for lists nested more than {@link MAX_SUMMARY_DEPTH} deep. */
export class SummaryTooDeep extends Error {}

/**
 * Reads a `SUMMARY.md` of GitBook or mdBook: headings (mdBook's part titles) are groups, nested lists are children, links are
 * pages, also outside of lists. A first heading of level 1 is the title of the table. A separator or an empty heading
 * ends a group. More links in one entry are children of the first.
 */
export function parseSummary(markdown: string): SummaryItem[] {
  const reader = new SummaryReader();
  for (const token of tokenizer.parse(splitFrontMatter(markdown).body.replace(/^\uFEFF/, ''), {})) reader.read(token);
  return reader.top;
}

class SummaryReader {
  readonly top: SummaryItem[] = [];
  private group = this.top;
  private readonly open: SummaryItem[] = [];
  private heading: string | undefined;
  private started = false;

  read(token: Token) {
    if (token.type === 'heading_open') this.heading = token.tag;
    else if (token.type === 'heading_close') this.heading = undefined;
    else if (token.type === 'hr') this.group = this.top;
    else if (token.type === 'list_item_open') this.startItem();
    else if (token.type === 'list_item_close') this.endItem();
    else if (token.type === 'inline') this.inline(token);
  }

  private startItem() {
    if (this.open.length >= MAX_SUMMARY_DEPTH) throw new SummaryTooDeep();
    const item: SummaryItem = { title: '', children: [] };
    this.siblings().push(item);
    this.open.push(item);
  }

  private siblings(): SummaryItem[] {
    return this.open.at(-1)?.children ?? this.group;
  }

  /** An entry without text is none: what stands below it moves up. */
  private endItem() {
    const item = this.open.pop()!;
    if (item.title !== '' || item.destination !== undefined) return;
    const siblings = this.siblings();
    siblings.pop();
    for (const child of item.children) siblings.push(child);
  }

  private inline(token: Token) {
    const links = linksOf(token.children ?? []);
    const text = plainText(token.children ?? []);
    const first = !this.started;
    this.started = true;
    const item = this.open.at(-1);
    if (this.heading !== undefined && !item)
      this.startGroup({ text, link: links[0], isTitle: first && this.heading === 'h1' });
    else if (item && item.title === '' && item.destination === undefined) {
      const [link, ...more] = links;
      item.title = link?.title ?? text;
      item.destination = link?.destination;
      item.children = more;
    } else for (const link of links) this.siblings().push(link);
  }

  private startGroup({ text, link, isTitle }: { text: string; link?: SummaryItem; isTitle: boolean }) {
    if (isTitle) return;
    this.group = this.top;
    if (text === '' && !link) return;
    const group = link ?? { title: text, children: [] };
    this.top.push(group);
    this.group = group.children;
  }
}

/** mdBook's draft chapters, `[Title]()`, have no destination. */
function linksOf(tokens: Token[]): SummaryItem[] {
  const links: SummaryItem[] = [];
  for (let index = 0; index < tokens.length; index += 1) {
    if (tokens[index]!.type !== 'link_open') continue;
    let end = index;
    while (end < tokens.length && tokens[end]!.type !== 'link_close') end += 1;
    const destination = String(tokens[index]!.attrGet('href') ?? '').trim();
    links.push({
      title: plainText(tokens.slice(index + 1, end)),
      destination: destination === '' ? undefined : destination,
      children: [],
    });
    index = end;
  }
  return links;
}
