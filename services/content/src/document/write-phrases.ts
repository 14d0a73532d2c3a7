import MarkdownIt from 'markdown-it';
import { elementOf } from './html-marks.js';
import { hasMark, sameMark } from './phrases.js';
import type { References } from './references.js';
import { textOf, type Data, type Inline, type Leaf, type Mark, type Phrase, VERBATIM } from './types.js';

export interface PhraseStyle {
  references: References;
  /** One line only, as headings and cells have it; a line break is `<br>`. */
  oneLine?: boolean;
  /** A cell between pipes. */
  inCell?: boolean;
}

/** Writes phrases as one or more lines of Markdown that read back the same. */
export function writePhrases(phrases: readonly Phrase[], style: PhraseStyle): string {
  const written = new PhraseWriter(style).write(phrases);
  return written
    .split('\n')
    .map((line) => protectLine(style.oneLine ? line : besideHtml(escapeLineStart(line))))
    .join('\n')
    .replaceAll(keptLineEnd, '\n');
}

/** Stands for a line end in what is written as it was; text never has it. */
const keptLineEnd = '\0';

class PhraseWriter {
  private out = '';
  /** The marks that are open, outermost first, with what ends them. */
  private readonly open: { mark: Mark; close: string }[] = [];

  constructor(private readonly style: PhraseStyle) {}

  write(phrases: readonly Phrase[]): string {
    for (const phrase of phrases) {
      if (phrase.object === 'text') phrase.leaves.forEach((leaf, index) => this.leaf(leaf, phrase.leaves, index));
      else this.add(this.inline(phrase));
      this.closeTo(0);
    }
    return this.out;
  }

  /** A link after an exclamation mark is not an image. */
  private add(written: string) {
    if (written.startsWith('[') && this.out.endsWith('!')) this.out = `${this.out.slice(0, -1)}\\!`;
    this.out += written;
  }

  private leaf(leaf: Leaf, leaves: readonly Leaf[], index: number) {
    if (leaf.text === '') return;
    const kept = this.open.findIndex(({ mark }) => !leaf.marks.some((other) => sameMark(other, mark)));
    this.closeTo(kept < 0 ? this.open.length : kept);
    const missing = leaf.marks.filter(
      (mark) => mark.type !== 'code' && !this.open.some((other) => sameMark(other.mark, mark)),
    );
    // What ends last is opened first.
    const ordered = missing
      .map((mark) => ({ mark, end: runEnd(leaves, index, mark) }))
      .sort((one, other) => other.end - one.end);
    ordered.forEach(({ mark, end }, at) => {
      const innermost = at === ordered.length - 1;
      this.start(mark, leaves, { from: index, end, innermost });
    });
    this.out += hasMark(leaf, 'code') ? this.code(leaf.text) : this.escape(leaf.text);
  }

  private closeTo(length: number) {
    while (this.open.length > length) this.out += this.open.pop()!.close;
  }

  /** Opens a mark with the delimiter that Markdown would read there, else with an element. */
  private start(
    mark: Mark,
    leaves: readonly Leaf[],
    { from, end, innermost }: { from: number; end: number; innermost: boolean },
  ) {
    const delimiter = delimiters[mark.type];
    const first = innermost ? this.edgeOf(leaves[from]!, 'first') : '*';
    const last = leaves[end]!.marks.length > 1 ? '*' : this.edgeOf(leaves[end]!, 'last');
    const next = leaves[end + 1];
    // Where delimiters come between, more would be allowed than the text itself allows.
    const after = next ? this.edgeOf(next, 'first') : 'x';
    const before = this.out.at(-1) ?? ' ';
    const fits =
      delimiter !== undefined &&
      !delimiter.includes(before) &&
      opens(before, first, delimiter) &&
      // What follows a text may be anything: only what is known to be a blank or a sign is good for `_`.
      opens(after, last, delimiter);
    const { open, close } = fits ? { open: delimiter, close: delimiter } : elementOf(mark);
    this.out += open;
    this.open.push({ mark, close });
  }

  private edgeOf(leaf: Leaf, side: 'first' | 'last'): string {
    if (hasMark(leaf, 'code')) return '`';
    const escaped = this.escape(leaf.text);
    return (side === 'first' ? Array.from(escaped.slice(0, 2))[0] : Array.from(escaped.slice(-2)).at(-1)) ?? ' ';
  }

  private code(text: string): string {
    const runs = text.match(/`+/g) ?? [];
    const fence = '`'.repeat(Math.max(0, ...runs.map((run) => run.length)) + 1);
    const needsElement = this.out.endsWith('`') || text.includes('\n') || text.trim() === '';
    if (needsElement) return `<code>${this.escape(text)}</code>`;
    const pad = /^`|`$|^ .* $/.test(text) ? ' ' : '';
    const written = `${fence}${pad}${text}${pad}${fence}`;
    return this.style.inCell ? written.replaceAll('|', '\\|') : written;
  }

  private escape(text: string): string {
    const escaped = escapeText(text, this.out.at(-1) ?? ' ').replaceAll('\n', this.style.oneLine ? '<br>' : '\\\n');
    return this.style.inCell ? escaped.replaceAll('|', '\\|') : escaped;
  }

  /** As it was written; the blank lines that it must not have would end the paragraph. */
  private verbatim(markdown: string): string {
    return this.style.oneLine ? oneLine(markdown) : markdown.replace(/\n\s*\n/g, '\n').replaceAll('\n', keptLineEnd);
  }

  private inline({ type, data, nodes = [] }: Inline): string {
    const { references } = this.style;
    if (type === VERBATIM) return this.verbatim(textOf(data.markdown));
    if (type === 'inline-math') return `$$${textOf(data.formula)}$$`;
    if (type === 'emoji') return emojiOf(textOf(data.code));
    const ref = (data.ref ?? {}) as Data;
    const destination = references.write(ref);
    if (type === 'inline-image') {
      const alt = escapeText(textOf(data.alt), '[');
      return `![${oneLine(alt)}](${destinationOf(destination ?? '')}${titleOf(data.caption)})`;
    }
    const label = type === 'link' ? '' : textOf(data.label) || textOf(data.title);
    const inner = nodes.length > 0 ? new PhraseWriter(this.style).write(nodes) : escapeText(label, ' ');
    if (destination === undefined) return inner;
    return `[${inner}](${destinationOf(destination)}${titleOf(data.title)})`;
  }
}

const delimiters: Readonly<Partial<Record<Mark['type'], string>>> = {
  bold: '**',
  italic: '_',
  strikethrough: '~~',
};

/** The index of the last leaf of a run that has the mark. */
function runEnd(leaves: readonly Leaf[], from: number, mark: Mark): number {
  let end = from;
  while (end + 1 < leaves.length && leaves[end + 1]!.marks.some((other) => sameMark(other, mark))) end += 1;
  return end;
}

/** White space as CommonMark sees it. */
const isBlank = (char: string) => /^[\t-\r \u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]$/.test(char);
const isSign = (char: string) => /^[\p{P}\p{S}]$/u.test(char);

/** Whether a delimiter between the two characters starts emphasis of what is inside (CommonMark 0.31, "left-flanking"); mirrored, whether it ends it. */
function opens(outside: string, inside: string, delimiter: string): boolean {
  if (isBlank(inside)) return false;
  const free = isBlank(outside) || isSign(outside);
  return delimiter === '_' ? free : !isSign(inside) || free;
}

/** Escapes what Markdown would read as markup anywhere in a line. `before` is the character in front of the text. */
function escapeText(text: string, before: string): string {
  return text
    .replace(/[\\`*[\]<>]|_|~{2,}|\$\$|\{(?=%)|&(?=#?\w+;)/g, (sign, index: number) => {
      if (sign !== '_') return sign.replace(/./g, '\\$&');
      const neighbours = [text[index - 1] ?? before, text[index + 1] ?? ' '];
      return neighbours.every((char) => /[\p{L}\p{N}]/u.test(char)) ? sign : '\\_';
    })
    .replace(/\r/g, '&#13;');
}

/** Escapes what Markdown would read as the start of a block. */
function escapeLineStart(line: string): string {
  return line
    .replace(/^([ \t]*)(#{1,6}(?=\s|$)|[-+](?=\s|$)|[-=|:](?=[-=|: ]*$)|~~~|=+\s*$)/, '$1\\$2')
    .replace(/^([ \t]*\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

const blocks = new MarkdownIt({ html: true });
blocks.core.ruler.enableOnly(['normalize', 'block']);

/** An element with nothing in it keeps one that is part of a line from being a block. */
const besideHtml = (line: string) =>
  line.startsWith('<') && blocks.parse(line, {})[0]?.type === 'html_block' ? `<i></i>${line}` : line;

/** Blanks at the ends of a line are written as entities: Markdown takes others away. */
function protectLine(line: string): string {
  const encode = (blanks: string) => Array.from(blanks, (char) => `&#${char.codePointAt(0)};`).join('');
  const end = line.endsWith('\\') ? '\\' : '';
  const body = end && !line.endsWith('\\\\') ? line.slice(0, -1) : line;
  const inner = body.replace(/^\s+/u, encode).replace(/\s+$/u, encode);
  return body === line ? inner : `${inner}\\`;
}

const oneLine = (text: string) => text.replace(/\s*\n\s*/g, ' ');

function destinationOf(destination: string): string {
  const line = destination.replace(/[\r\n]/g, '');
  // oxlint-disable-next-line no-control-regex -- control characters need brackets too
  const plain = /^[^\s<>()\\&`*_[\]\u0000-\u001F\u007F]+$/.test(line);
  return plain ? line : `<${line.replace(/[\\<>]/g, '\\$&').replace(/&(?=#?\w+;)/g, '\\&')}>`;
}

const titleOf = (title: unknown) =>
  typeof title === 'string' && title !== ''
    ? ` "${oneLine(title)
        .replace(/[\\"]/g, '\\$&')
        .replace(/&(?=#?\w+;)/g, '\\&')}"`
    : '';

/** An emoji by its hyphenated hexadecimal code points. */
function emojiOf(code: string): string {
  const points = code.split('-').map((part) => Number.parseInt(part, 16));
  return points.every((point) => point > 0x20 && point <= 0x10ffff && (point < 0xd800 || point > 0xdfff))
    ? String.fromCodePoint(...points)
    : '';
}
