import type { Token } from 'markdown-it';
import { withoutControls } from './controls.js';
import { type FrontMatter, splitFrontMatter } from './front-matter.js';
import { htmlReader } from './html-reader.js';
import { cutTitle } from './limits.js';
import { anchorSlug, uniqueNames } from './slug.js';
import { createTokenizer, TEMPLATE_TAG, TOO_DEEP, type TemplateTag, templateTagOf } from './tokenizer.js';

export type LinkKind = 'link' | 'image' | 'embed' | 'content-ref' | 'file' | 'include' | 'openapi';

export interface Link {
  /**
   * Where it points, as the author means it: HTML entities and backslash escapes are decoded, `<…>` is taken off,
   * percent-encoding stays as written. A renderer that does the same finds it again.
   */
  destination: string;
  kind: LinkKind;
  /** What a reader sees: the link's text, the image's alternative text. */
  text?: string;
}

/** A heading and what stands below it up to the next one; the first has neither heading nor anchor. */
export interface Section {
  /** Unique in the page; empty for the text before the first heading. */
  anchor: string;
  heading: string;
  /** 1 to 6; 0 for the text before the first heading. */
  level: number;
  /** What a reader sees, without markup; code is kept. */
  body: string;
}

export interface Analysis {
  /** The first heading of level 1. */
  title?: string;
  frontMatter: FrontMatter;
  sections: Section[];
  links: Link[];
  /** Everything in the page that `#anchor` may name: headings, the title's too, and ids in HTML. */
  anchors: string[];
}

const tokenizer = createTokenizer();
/** Tags that name what they show by an attribute. */
const tagLinks: Record<string, { kind: LinkKind; attribute: string }> = {
  'content-ref': { kind: 'content-ref', attribute: 'url' },
  embed: { kind: 'embed', attribute: 'url' },
  file: { kind: 'file', attribute: 'src' },
  openapi: { kind: 'openapi', attribute: 'src' },
  swagger: { kind: 'openapi', attribute: 'src' },
};
const tagsWithTitle = new Set(['tab', 'code', 'file']);
/** A custom anchor as mdBook and others write it: `## Heading {#anchor}`. */
const headingAttributes = /[ \t]\{[ \t]*#([^\s{}]+)(?:\s[^{}]*)?\}$/;

/**
 * Reads one GitBook-flavoured Markdown document: its title, front matter, sections to search and links.
 * Takes any string, never throws, and needs time in proportion to the length.
 */
export function analyse(markdown: string): Analysis {
  const { body, frontMatter } = splitFrontMatter(markdown);
  return { ...new DocumentReader().read(tokenizer.parse(body.replace(/^\uFEFF/, ''), {})), frontMatter };
}

class DocumentReader {
  private title: string | undefined;
  private readonly sections: Section[] = [{ anchor: '', heading: '', level: 0, body: '' }];
  private readonly links: Link[] = [];
  private readonly anchors = new Set<string>();
  private readonly uniqueAnchor = uniqueNames();
  private readonly html = htmlReader({
    text: (text) => this.text(text),
    link: (kind, destination) => this.link(kind, destination),
    endLink: () => this.endLink(),
    id: (id) => this.id(id),
  });
  /** The text of the section, or of the heading, that is being read. */
  private parts: string[] = [];
  private openLink: { link: Link; parts: string[] } | undefined;
  private headingId: string | undefined;
  private inHeading = false;

  read(tokens: Token[]): Omit<Analysis, 'frontMatter'> {
    for (const token of tokens) this.block(token);
    this.endLink();
    this.endSection();
    return { title: this.title, sections: this.sections, links: this.links, anchors: [...this.anchors] };
  }

  private block(token: Token) {
    if (token.type === 'inline') for (const child of token.children ?? []) this.inline(child);
    else if (token.type === 'heading_open') this.startHeading();
    else if (token.type === 'heading_close') this.endHeading(Number(token.tag.slice(1)));
    else if (token.type === 'fence' || token.type === 'code_block') this.text(token.content);
    else if (token.type === 'html_block') this.html(token.content);
    else if (token.type === TEMPLATE_TAG) this.tag(templateTagOf(token));
    else if (token.type === TOO_DEEP) for (const line of tokenizer.parseInline(token.content, {})) this.block(line);
    if (token.nesting < 1 && token.type !== 'inline') this.endBlock(token.type);
  }

  private inline(token: Token) {
    if (token.type === 'text' || token.type === 'code_inline') this.text(token.content);
    else if (token.type === 'softbreak' || token.type === 'hardbreak') this.text('\n');
    else if (token.type === 'link_open') this.link('link', String(token.attrGet('href') ?? ''));
    else if (token.type === 'link_close') this.endLink();
    else if (token.type === 'image') this.image(token);
    else if (token.type === 'html_inline') this.html(token.content);
    else if (token.type === TEMPLATE_TAG) this.tag(templateTagOf(token));
  }

  private image(token: Token) {
    const alt = plainText(token.children ?? []);
    const destination = String(token.attrGet('src') ?? '');
    if (destination) this.push({ destination, kind: 'image', text: alt || undefined });
    this.text(alt);
  }

  private tag({ name, attributes, value }: TemplateTag) {
    const source = Object.hasOwn(tagLinks, name) ? tagLinks[name] : undefined;
    const destination = name === 'include' ? value : source && attributes[source.attribute];
    if (destination) this.push({ destination, kind: source?.kind ?? 'include' });
    // In the line of a heading a tag is no block, and its title is not shown.
    if (tagsWithTitle.has(name) && attributes.title && !this.inHeading) this.text(attributes.title);
  }

  private text(text: string) {
    this.parts.push(text);
    this.openLink?.parts.push(text);
  }

  private link(kind: LinkKind, destination: string) {
    if (kind === 'image' || kind === 'embed') return this.push({ destination, kind });
    this.endLink();
    const link: Link = { destination, kind };
    if (this.push(link)) this.openLink = { link, parts: [] };
  }

  /** Addresses that hold their own content or a script point nowhere. */
  private push(link: Link): boolean {
    if (/^\s*(?:data|javascript|vbscript):/i.test(link.destination) || link.destination.trim() === '') return false;
    this.links.push(link);
    return true;
  }

  private endLink() {
    if (!this.openLink) return;
    const text = collapse(this.openLink.parts.join(''));
    if (text) this.openLink.link.text = text;
    this.openLink = undefined;
  }

  private id(id: string) {
    this.anchors.add(id);
    if (this.inHeading) this.headingId ??= id;
  }

  private endBlock(type: string) {
    if (type !== 'html_block') this.endLink();
    this.parts.push(type === 'td_close' || type === 'th_close' ? ' ' : '\n');
  }

  private startHeading() {
    this.endSection();
    this.inHeading = true;
    this.headingId = undefined;
  }

  private endHeading(level: number) {
    const written = collapse(withoutControls(this.parts.join('')));
    const custom = headingAttributes.exec(written);
    const heading = custom ? written.slice(0, custom.index).trimEnd() : written;
    const anchor = this.uniqueAnchor(this.headingId ?? custom?.[1] ?? (anchorSlug(heading) || 'section'));
    this.anchors.add(anchor);
    this.parts = [];
    this.inHeading = false;
    if (level === 1 && this.title === undefined && heading) {
      this.title = cutTitle(heading);
      if (this.sections.length === 1 && !this.sections[0]!.body) return;
    }
    this.sections.push({ anchor, heading, level, body: '' });
  }

  private endSection() {
    this.sections.at(-1)!.body = this.parts
      .join('')
      // The lookbehind keeps a long run of blanks from being tried again at each of them.
      .replace(/(?<![ \t])[ \t]+$/gm, '')
      .replace(/\n{3,}/g, '\n\n')
      .trim();
    this.parts = [];
  }
}

/** Text of inline tokens without their markup. */
export function plainText(tokens: Token[]): string {
  let text = '';
  for (const token of tokens) {
    if (token.type === 'image') text += plainText(token.children ?? []);
    else if (token.type === 'softbreak' || token.type === 'hardbreak') text += ' ';
    else if (token.type === 'text' || token.type === 'code_inline') text += token.content;
  }
  return collapse(text);
}

/** One line; blanks that cannot be seen are dropped. */
const collapse = (text: string) =>
  text
    .replace(/[\u200B\uFEFF]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
