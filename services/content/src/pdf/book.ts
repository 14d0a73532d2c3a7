import type { Content, ContentText, DynamicContent, Margins, TDocumentDefinitions } from 'pdfmake/interfaces.js';
import { pageReferences } from '../document/page-references.js';
import { textOf } from '../document/types.js';
import { BlockWriter } from './blocks.js';
import { type Chapter, Chapters } from './chapters.js';
import type { Fonts } from './fonts.js';
import { type Picture, pictureNode } from './images.js';
import type { JobPage, PdfJob } from './job.js';
import { colors } from './layouts.js';
import { type Look, type Surroundings, linked, textRuns } from './phrases.js';
import { dearestDocument } from './svg/budget.js';

/** A4 in points, and what of its width there is to write on. */
const margins: [number, number, number, number] = [62, 64, 62, 68];
const textWidth = 595.28 - margins[0] - margins[2];

interface Tools {
  fonts: Fonts;
  pictures: ReadonlyMap<string, Picture>;
}

/** A space, or a part of it, as a definition that pdfmake makes a PDF of. */
export function bookOf(job: PdfJob, tools: Tools): TDocumentDefinitions {
  const chapters = new Chapters(job);
  const book = new Book(job, chapters, tools);
  const written = chapters.all.flatMap((chapter) => book.chapter(chapter));
  const front = job.isSinglePage ? [] : [...book.titlePage(), ...book.contents()];
  const changed = new Date(job.changedAt);
  return {
    pageSize: 'A4',
    pageMargins: margins,
    version: '1.7',
    info: { title: job.title, creator: 'Quire', producer: 'Quire', creationDate: changed, modDate: changed },
    displayTitle: true,
    defaultStyle: { font: 'noto-sans-latin', fontSize: 10, lineHeight: 1.08, color: colors.text },
    content: front.length + written.length > 0 ? [...front, ...written] : [{ text: ' ' }],
    footer: book.footer(),
  };
}

class Book {
  /** Groups whose first page has not come yet, and their bookmarks. */
  private pending: { title: string; mark: object }[] = [];
  private readonly parents: Chapter[] = [];
  private drawn = 0;

  constructor(
    private readonly job: PdfJob,
    private readonly chapters: Chapters,
    private readonly tools: Tools,
  ) {}

  titlePage(): Content[] {
    const { title, emoji, subtitle, changedAt } = this.job;
    const changed = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(
      new Date(changedAt),
    );
    const sign = emojiOf(emoji);
    return [
      this.line(sign || ' ', { fontSize: 44, color: colors.accent }, { margin: [0, 150, 0, 10] }),
      this.line(title, { fontSize: 32, bold: true }, { margin: [0, 0, 0, 12], lineHeight: 1 }),
      ...(subtitle ? [this.line(subtitle, { fontSize: 14, color: colors.muted }, { margin: [0, 0, 0, 12] })] : []),
      {
        canvas: [{ type: 'line', x1: 0, y1: 0, x2: 90, y2: 0, lineWidth: 2.5, lineColor: colors.accent }],
        margin: [0, 6, 0, 16],
      },
      this.line(changed, { fontSize: 10.5, color: colors.muted }, {}),
    ];
  }

  contents(): Content[] {
    const entries = this.chapters.all.flatMap((chapter) => this.entry(chapter));
    if (entries.length === 0) return [];
    return [
      this.line('Contents', { fontSize: 22, bold: true }, { margin: [0, 0, 0, 14], pageBreak: 'before' }),
      ...entries,
    ];
  }

  private entry(chapter: Chapter): Content[] {
    const { page } = chapter;
    const isTop = page.depth === 0;
    const look: Look = { bold: isTop, fontSize: isTop ? 10.5 : 9.5 };
    const margin: Margins = [Math.min(page.depth, 8) * 14, isTop ? 6 : 0, 0, 3];
    if (page.type === 'link') {
      const target = linked({ ref: page.target }, look, { target: (reference) => this.chapters.target(reference) });
      return [this.line(page.title, target, { margin })];
    }
    const destination = this.chapters.printed(chapter)?.destination;
    if (destination === undefined) return [];
    const number = { pageReference: destination, alignment: 'right', fontSize: 9.5, color: colors.muted };
    return [
      {
        columns: [
          { ...this.line(page.title, { ...look, linkToDestination: destination }, {}), width: '*' },
          // The types know page references within texts only.
          { ...(number as unknown as ContentText), width: 34 },
        ],
        columnGap: 12,
        margin,
      },
    ];
  }

  /** A page of the space, which begins on a page of paper; above the first page of a group stands the group's title. */
  chapter(chapter: Chapter): Content[] {
    const { page, destination, document, headings } = chapter;
    if (page.type === 'link') return [];
    this.parents.length = Math.min(this.parents.length, page.depth);
    const parent = this.parents.findLast((one) => one !== undefined)?.destination;
    this.parents[page.depth] = chapter;
    const bookmark = (title: string) => ({
      id: destination,
      outline: true,
      outlineText: title || 'Untitled',
      ...(parent === undefined ? {} : { outlineParentId: parent }),
    });
    if (page.type === 'group') {
      if (this.chapters.printed(chapter)) this.pending.push({ title: page.title, mark: bookmark(page.title) });
      return [];
    }
    const groups = this.pending;
    this.pending = [];
    const cover = this.cover(page);
    const heading = this.line(
      pageTitle(page),
      { fontSize: 22, bold: true },
      { margin: [0, 0, 0, page.description ? 4 : 12], ...bookmark(page.title), lineHeight: 1 },
    );
    const labels = groups.map(({ title, mark }) =>
      this.line(title, { fontSize: 11, bold: true, color: colors.accent }, { margin: [0, 0, 0, 4], ...mark }),
    );
    const description = page.description
      ? [this.line(page.description, { fontSize: 11, color: colors.muted }, { margin: [0, 0, 0, 12] })]
      : [];
    const top = [...cover, ...labels, heading, ...description];
    const writer = new BlockWriter(this.surroundings(chapter), headings);
    return [
      ...(this.job.isSinglePage ? top : [Object.assign(top[0]!, { pageBreak: 'before' }), ...top.slice(1)]),
      ...writer.blocks(document.nodes, textWidth),
    ];
  }

  private cover({ cover }: JobPage): Content[] {
    const picture = cover === undefined ? undefined : this.picture(cover);
    if (!picture) return [];
    const margin: Margins = [0, 0, 0, 18];
    if ('svg' in picture) return [{ ...pictureNode(picture), fit: [textWidth, 130], alignment: 'center', margin }];
    return [
      { image: picture.path, cover: { width: textWidth, height: 130, valign: 'center', align: 'center' }, margin },
    ];
  }

  /** Drawings are drawn anew wherever they are shown: as long as that does not take too long. */
  private picture(file: string): Picture | undefined {
    const picture = this.tools.pictures.get(file);
    if (!picture || 'path' in picture) return picture;
    if (this.drawn + picture.cost > dearestDocument) return undefined;
    this.drawn += picture.cost;
    return picture;
  }

  footer(): DynamicContent {
    const title = textRuns(this.job.title.slice(0, 120), { fontSize: 8, color: colors.muted }, this.tools);
    return (page, pages) =>
      page === 1 && !this.job.isSinglePage
        ? null
        : {
            columns: [
              { text: title.map((run) => ({ ...run })), width: '*' },
              { text: `${page} / ${pages}`, width: 70, alignment: 'right', fontSize: 8, color: colors.muted },
            ],
            margin: [margins[0], 26, margins[2], 0],
          };
  }

  private line(text: string, look: Look, options: object): ContentText {
    return {
      text: textRuns(text || ' ', look, this.tools),
      ...(look.fontSize ? { fontSize: look.fontSize } : {}),
      ...options,
    };
  }

  private surroundings(chapter: Chapter): Surroundings {
    return {
      fonts: this.tools.fonts,
      refer: (address) => pageReferences(chapter.page.references).read(address),
      picture: ({ file }) => this.picture(textOf(file)),
      target: (reference) => this.chapters.target(reference, chapter),
      nameOf: (reference) => this.chapters.nameOf(reference),
    };
  }
}

const pageTitle = ({ emoji, title }: JobPage) => `${emojiOf(emoji)} ${title}`.trim();

/** An emoji is told as itself or by its code points in hexadecimal. */
function emojiOf(emoji = ''): string {
  if (!/^[\da-f]{2,6}(?:-[\da-f]{2,6})*$/i.test(emoji)) return emoji;
  const codes = emoji.split('-').map((code) => Number.parseInt(code, 16));
  return codes.every((code) => code <= 0x10ffff) ? String.fromCodePoint(...codes) : '';
}
