import type { ImportWarning } from './import-plan.js';
import type { Layout } from './layout.js';
import { isExternal, resolveDestination } from './references.js';
import { folderOutline } from './folders.js';
import { refuseFile } from './refusal.js';
import { isMarkdown, type Source } from './source.js';
import { MAX_SUMMARY_DEPTH, parseSummary, type SummaryItem, SummaryTooDeep } from './summary.js';

/** A page of the tree before its file is read. */
export interface OutlineNode {
  type: 'document' | 'group' | 'link';
  /** Empty when the page has to name itself. */
  title: string;
  sourcePath?: string;
  href?: string;
  hidden?: boolean;
  /** What the slug is made of, if not the name of the file. */
  slug?: string;
  children: OutlineNode[];
}

export interface Outline {
  nodes: OutlineNode[];
  /** How many pages and links were named but cannot be imported. */
  skipped: number;
}

const maxSummaryBytes = 2 * 1024 * 1024;

/** The tree that the table of contents describes; without one, or with an empty one, the tree of folders. */
export async function findOutline(source: Source, layout: Layout, warnings: ImportWarning[]): Promise<Outline> {
  if (layout.summary === undefined) return { nodes: folderOutline(source, layout), skipped: 0 };
  const summary = layout.summary;
  const outline = await summaryOutline(source, { ...layout, summary }, warnings);
  if (outline.isEmpty) {
    warnings.push({ path: summary, message: 'It names no page: the folders were taken as the table of contents.' });
    return { nodes: folderOutline(source, layout), skipped: 0 };
  }
  return outline;
}

/** The tree that a table of contents describes, whatever it is called. */
export async function summaryOutline(
  source: Source,
  layout: Layout & { summary: string },
  warnings: ImportWarning[],
): Promise<Outline & { isEmpty: boolean }> {
  const text = await source.text(layout.summary, { maxBytes: maxSummaryBytes });
  const items = readSummary(text, layout.summary);
  return { ...new SummaryOutline(source, layout, warnings).build(items), isEmpty: items.length === 0 };
}

function readSummary(text: string, path: string): SummaryItem[] {
  try {
    return parseSummary(text);
  } catch (error) {
    if (!(error instanceof SummaryTooDeep)) throw error;
    throw refuseFile(path, `nests pages more than ${MAX_SUMMARY_DEPTH} deep. Make it flatter.`);
  }
}

class SummaryOutline {
  private readonly placed = new Set<string>();
  /** Files that an entry names without an anchor: an entry with one never takes their place. */
  private readonly plain = new Set<string>();
  private readonly missing = new Set<string>();
  private skipped = 0;

  constructor(
    private readonly source: Source,
    private readonly layout: Layout & { summary: string },
    private readonly warnings: ImportWarning[],
  ) {}

  build(items: SummaryItem[]): Outline {
    this.notePlain(items);
    const nodes = this.nodes(items);
    const { readme } = this.layout;
    if (readme !== undefined && !this.placed.has(readme)) {
      nodes.unshift({ type: 'document', title: '', sourcePath: readme, children: [] });
    }
    return { nodes, skipped: this.skipped + this.missing.size };
  }

  private notePlain(items: SummaryItem[]) {
    for (const { destination, children } of items) {
      const target = destination === undefined ? undefined : this.resolve(destination);
      if (target && target.anchor === undefined) this.plain.add(target.path);
      this.notePlain(children);
    }
  }

  private nodes(items: SummaryItem[]): OutlineNode[] {
    return items.flatMap((item) => this.node(item));
  }

  private node(item: SummaryItem): OutlineNode[] {
    const { title, destination } = item;
    if (destination === undefined) return this.group(item);
    if (isExternal(destination)) return this.link({ ...item, destination });
    const target = this.resolve(destination);
    const problem = this.problem(target, destination);
    if (problem !== undefined || !target) {
      this.warnings.push({ path: this.layout.summary, message: `${shown(item)} ${problem}` });
      return this.group(item, { unlessEmpty: true });
    }
    this.placed.add(target.path);
    return [{ type: 'document', title, sourcePath: target.path, children: this.nodes(item.children) }];
  }

  /** Why an entry is no page of its own; what is not in the import counts once however often it is named. */
  private problem(target: { path: string; anchor?: string } | undefined, destination: string): string | undefined {
    if (!target) {
      this.missing.add(destination.replace(/[?#].*$/s, ''));
      return 'is not in the archive and was left out.';
    }
    if (!isMarkdown(target.path) || target.path === this.layout.summary) {
      this.skipped += 1;
      return 'is not a Markdown page and was left out.';
    }
    if (target.anchor !== undefined && this.plain.has(target.path)) {
      return 'is a part of a page that is listed too, and was left out.';
    }
    if (this.placed.has(target.path)) return 'is listed more than once: it stays at its first place.';
    return undefined;
  }

  private resolve(destination: string) {
    if (isExternal(destination)) return undefined;
    const { summary: from, root } = this.layout;
    return resolveDestination(this.source, { from, root, destination });
  }

  private group(item: SummaryItem, { unlessEmpty = false } = {}): OutlineNode[] {
    const children = this.nodes(item.children);
    if (unlessEmpty && children.length === 0) return [];
    return [{ type: 'group', title: item.title || 'Untitled', children }];
  }

  /** Links have no children: with some, they come first in a group of the same title. */
  private link(item: SummaryItem & { destination: string }): OutlineNode[] {
    const title = item.title || item.destination;
    if (!/^(?:https?:\/\/|\/\/|mailto:)/i.test(item.destination)) {
      this.skipped += 1;
      this.warnings.push({
        path: this.layout.summary,
        message: `${shown(item)} is not a web address and was left out.`,
      });
      return this.group({ ...item, title }, { unlessEmpty: true });
    }
    const link: OutlineNode = { type: 'link', title, href: item.destination, children: [] };
    const children = this.nodes(item.children);
    return children.length === 0 ? [link] : [{ type: 'group', title, children: [link, ...children] }];
  }
}

const shown = ({ title, destination }: SummaryItem) => (title ? `"${title}" (${destination})` : `${destination}`);
