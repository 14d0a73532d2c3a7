import { readHtml } from '../markdown/html.js';
import { elementOf, markOf } from './html-marks.js';
import { PhraseBuilder } from './phrases.js';
import { addressOf, type References } from './references.js';
import { type Data, inline, type Leaf, type Phrase } from './types.js';

/** Reads phrases that are written as HTML, as in captions and cells; undefined when something in them has no equal. */
export function readHtmlPhrases(html: string): Phrase[] | undefined {
  if (html.includes('<!--')) return undefined;
  const stack: { name: string; finish?: (phrases: Phrase[]) => void }[] = [];
  const root = new PhraseBuilder();
  const builders = [root];
  const builder = () => builders.at(-1)!;
  for (const piece of readHtml(html)) {
    if (typeof piece === 'string') {
      builder().text(piece.replace(/\s+/g, ' '));
    } else if (piece.kind === 'close') {
      const frame = stack.pop();
      if (frame?.name !== piece.name) return undefined;
      if (frame.finish) frame.finish(builders.pop()!.done());
      else {
        const mark = markOf({ ...piece, kind: 'open', attributes: new Map() });
        if (mark) builder().unmark(mark.type);
      }
    } else if (piece.name === 'br' && piece.attributes.size === 0) {
      builder().text('\n');
    } else if (piece.name === 'img') {
      builder().inline(inline('inline-image', imageData(piece.attributes)));
    } else if (piece.name === 'a' && [...piece.attributes.keys()].every((name) => name === 'href')) {
      const outer = builder();
      const inner = new PhraseBuilder();
      outer.marks.forEach((mark) => inner.mark(mark));
      const ref = addressOf(piece.attributes.get('href') ?? '');
      builders.push(inner);
      stack.push({ name: 'a', finish: (nodes) => outer.inline(inline('link', { ref }, nodes)) });
    } else {
      const mark = markOf(piece);
      if (!mark) return undefined;
      builder().mark(mark);
      stack.push({ name: piece.name });
    }
  }
  return stack.length > 0 ? undefined : root.done();
}

function imageData(attributes: Map<string, string>): Data {
  const alt = attributes.get('alt');
  return { ref: addressOf(attributes.get('src') ?? ''), ...(alt ? { alt } : {}) };
}

/** Writes phrases as HTML. */
export function writeHtmlPhrases(phrases: readonly Phrase[], references: References): string {
  return phrases
    .map((phrase) => {
      if (phrase.object === 'text') return phrase.leaves.map(writeLeaf).join('');
      const { type, data, nodes } = phrase;
      const destination = references.write((data.ref ?? {}) as Data);
      if (type === 'inline-image' && destination !== undefined) {
        const alt = typeof data.alt === 'string' ? data.alt : '';
        return `<img src="${escapeAttribute(destination)}" alt="${escapeAttribute(alt)}">`;
      }
      const inner = writeHtmlPhrases(nodes ?? [], references);
      return type === 'link' && destination !== undefined
        ? `<a href="${escapeAttribute(destination)}">${inner}</a>`
        : inner;
    })
    .join('');
}

function writeLeaf({ text, marks }: Leaf): string {
  const elements = marks.map(elementOf);
  const written = escapeHtml(text).replaceAll('\n', '<br>');
  return elements.reduceRight((inner, { open, close }) => open + inner + close, written);
}

export const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
export const escapeAttribute = (text: string) => escapeHtml(text).replaceAll('"', '&quot;');
