import type { Content } from 'pdfmake/interfaces.js';
import { VERBATIM, type Data, type Leaf, type Mark, type Node, textOf } from '../document/types.js';
import { type HtmlTag, readHtml } from '../markdown/html.js';
import type { Fonts, Typeface } from './fonts.js';
import type { Picture } from './images.js';
import { colors } from './layouts.js';

/** Where a link leads: to a place in the PDF, or to an address outside. */
export type Target = { destination: string } | { url: string };

/** What text is written with and into. */
export interface Surroundings {
  fonts: Fonts;
  /** What an address in the page leads to. */
  refer(address: string): Data;
  /** The picture of a reference that can be shown. */
  picture(reference: Data): Picture | undefined;
  /** Undefined for what leads nowhere. */
  target(reference: Data): Target | undefined;
  /** What a reference to a page, file or address is called. */
  nameOf(reference: Data): string;
}

/** How text looks; the names are pdfmake's. */
export interface Look {
  typeface?: Typeface;
  bold?: boolean;
  italics?: boolean;
  color?: string;
  background?: string;
  fontSize?: number;
  decoration?: 'underline' | 'lineThrough';
  sup?: boolean;
  sub?: boolean;
  link?: string;
  linkToDestination?: string;
}

/** Text in one line, or a picture between lines. */
export type Piece = { text: TextRun[] } | { picture: Picture; size: Data; look: Look };
export type TextRun = Omit<Look, 'typeface'> & { text: string; font: string };

/** Above that, a paragraph is written as several: laying one out takes time that grows with the square of its words. */
const longestText = 6_000;
/** Longer words are cut, so that one that fills pages is measured piece by piece. */
const longestWord = 64;

/** Text as runs of one font each. */
export function textRuns(text: string, { typeface = 'sans', ...look }: Look, { fonts }: Pick<Surroundings, 'fonts'>) {
  return fonts.runs(text.replaceAll('\t', '    '), typeface).flatMap((run): TextRun[] => {
    const base = { ...look, font: run.font, ...smallerSign(run.font, typeface, look) };
    return cut(run.text).map((piece) => ({ ...base, text: piece }));
  });
}

/** Signs of drawn trees and boxes are twice as wide in the only font that has them: made smaller, columns of code stay columns. */
const smallerSign = (font: string, typeface: Typeface, { fontSize = 10 }: Look) =>
  typeface === 'mono' && /^noto-sans-(?:sc|kr)-\d/.test(font) ? { fontSize: fontSize * 0.6 } : {};

const longWord = new RegExp(`\\S{${longestWord + 1}}`);

const cut = (text: string): string[] =>
  longWord.test(text) ? (text.match(new RegExp(`\\S{1,${longestWord}}\\s*|\\s+`, 'gu')) ?? []) : [text];

/** Phrases in the order in which they are read. */
export function pieces(nodes: readonly Node[], look: Look, surroundings: Surroundings): Piece[] {
  const found: Piece[] = [];
  const add = (runs: TextRun[]) => {
    const last = found.at(-1);
    if (last && 'text' in last) last.text.push(...runs);
    else if (runs.length > 0) found.push({ text: runs });
  };
  for (const node of nodes) {
    if (node.object === 'text') {
      for (const leaf of node.leaves) add(textRuns(leaf.text, marked(leaf, look), surroundings));
      continue;
    }
    const { type, data } = node;
    if (type === 'inline-image') found.push(...inlineImage(data, look, surroundings));
    else if (type === 'inline-math') add(textRuns(textOf(data.formula), { ...look, ...mathLook }, surroundings));
    else if (type === VERBATIM)
      for (const part of visibleHtml(textOf(data.markdown), surroundings))
        if (typeof part === 'string') add(textRuns(part, look, surroundings));
        else found.push(...inlineImage(part, look, surroundings));
    else
      for (const piece of pieces(node.nodes ?? [], linked(data, look, surroundings), surroundings))
        if ('text' in piece) add(piece.text);
        else found.push(piece);
  }
  return found;
}

const mathLook: Look = { typeface: 'mono', italics: true };

function inlineImage(data: Data, look: Look, surroundings: Surroundings): Piece[] {
  const picture = surroundings.picture((data.ref ?? {}) as Data);
  const alt = textOf(data.alt);
  if (picture) return [{ picture, size: data, look }];
  return alt ? [{ text: textRuns(`[${alt}]`, { ...look, color: colors.muted }, surroundings) }] : [];
}

/** What a link, or a button, adds to the look of the text in it. */
export function linked(data: Data, look: Look, { target }: Pick<Surroundings, 'target'>): Look {
  const to = data.ref === undefined ? undefined : target(data.ref as Data);
  if (!to) return look;
  const color = { ...look, color: colors.accent };
  return 'url' in to ? { ...color, link: to.url } : { ...color, linkToDestination: to.destination };
}

const marked = ({ marks }: Leaf, look: Look): Look => marks.reduce((all, mark) => ({ ...all, ...lookOf(mark) }), look);

function lookOf({ type, data }: Mark): Look {
  switch (type) {
    case 'bold':
      return { bold: true };
    case 'italic':
      return { italics: true };
    case 'strikethrough':
      return { decoration: 'lineThrough' };
    case 'superscript':
      return { sup: true };
    case 'subscript':
      return { sub: true };
    case 'keyboard':
      return { typeface: 'mono', background: '#e7ebef' };
    case 'code':
      return { typeface: 'mono', background: '#f0f2f4' };
    case 'color': {
      const [color, background] = [colorOf(data?.text), colorOf(data?.background)];
      return { ...(color ? { color } : {}), ...(background ? { background: paler(background) } : {}) };
    }
  }
}

const named: Readonly<Record<string, string>> = {
  red: '#d64545',
  orange: '#d9730d',
  yellow: '#b58900',
  green: '#2e9e5b',
  blue: '#2f80ed',
  purple: '#8250df',
  pink: '#c4418b',
};

function colorOf(name = 'default'): string | undefined {
  if (/^#[\da-f]{6}$/i.test(name)) return name;
  return Object.hasOwn(named, name) ? named[name] : undefined;
}

/** A background that text can still be read on. */
const paler = (color: string) =>
  `#${[1, 3, 5]
    .map((at) => Math.round(255 - (255 - Number.parseInt(color.slice(at, at + 2), 16)) * 0.25))
    .map((value) => value.toString(16).padStart(2, '0'))
    .join('')}`;

/** What a reader sees of HTML that has no meaning here: texts, and what images say; of template tags, nothing. */
export function visibleHtml(source: string, { refer }: Pick<Surroundings, 'refer'>): (string | Data)[] {
  if (source.startsWith('{%')) return [];
  let hiddenIn: string | undefined;
  const parts: (string | Data)[] = [];
  let visible = '';
  for (const part of readHtml(source)) {
    if (typeof part === 'string') visible += hiddenIn === undefined ? part : '';
    else if (part.kind === 'close' && part.name === hiddenIn) hiddenIn = undefined;
    else if (part.kind === 'open' && (part.name === 'script' || part.name === 'style')) hiddenIn ??= part.name;
    else if (part.name === 'img' && hiddenIn === undefined) {
      parts.push(visible, imageOf(part, refer));
      visible = '';
    }
  }
  return [...parts, visible].filter((part) => part !== '');
}

function imageOf({ attributes }: HtmlTag, refer: Surroundings['refer']): Data {
  const styled = /(?:^|[;\s])width:\s*([\d.]+(?:%|px))/i.exec(attributes.get('style') ?? '')?.[1];
  const { width = styled, height, alt = '', src = '' } = Object.fromEntries(attributes);
  return {
    ref: refer(src),
    alt,
    ...(width === undefined ? {} : { width }),
    ...(height === undefined ? {} : { height }),
  };
}

/** Lines of text as content; a very long one is several. */
export function paragraphs(runs: readonly TextRun[], options: object): Content[] {
  const parts: TextRun[][] = [[]];
  let length = 0;
  for (const run of runs.flatMap(cutRun)) {
    if (length > 0 && length + run.text.length > longestText) {
      parts.push([]);
      length = 0;
    }
    parts.at(-1)!.push(run);
    length += run.text.length;
  }
  return parts.map((text, index) => ({
    text,
    ...options,
    ...(index < parts.length - 1 ? { margin: [0, 0, 0, 0] as [number, number, number, number] } : {}),
  }));
}

function cutRun(run: TextRun): TextRun[] {
  if (run.text.length <= longestText) return [run];
  const texts = run.text.match(new RegExp(`[^]{1,${longestText - 100}}(?:\\s|$)|[^]{1,${longestText}}`, 'gu')) ?? [];
  return texts.map((text) => ({ ...run, text }));
}
