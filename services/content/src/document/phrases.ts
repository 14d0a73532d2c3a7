import { withoutControls } from '../markdown/controls.js';
import { type Inline, type Leaf, leaf, type Mark, markTypes, type Phrase, type Text, text } from './types.js';

/** Collects text and inlines in the order in which they are read, with the marks that are open. */
export class PhraseBuilder {
  private readonly phrases: Phrase[] = [];
  private leaves: Leaf[] = [];
  /** By type, innermost last: however deep they are nested, only the innermost of each shows. */
  private readonly open = new Map<Mark['type'], Mark[]>();

  text(value: string, extra: readonly Mark[] = []) {
    const visible = withoutControls(value);
    if (visible !== '') this.leaves.push(leaf(visible, ordered([...this.marks, ...extra])));
  }

  inline(node: Inline) {
    this.endText();
    this.phrases.push(node);
  }

  mark(mark: Mark) {
    const others = this.open.get(mark.type);
    if (others) others.push(mark);
    else this.open.set(mark.type, [mark]);
  }

  unmark(type: Mark['type']) {
    this.open.get(type)?.pop();
  }

  /** The marks that show now: what stands inside a link has those around it too. */
  get marks(): readonly Mark[] {
    return [...this.open.values()].flatMap((marks) => marks.at(-1) ?? []);
  }

  /** At least one node, as a paragraph needs. */
  done(): Phrase[] {
    this.endText();
    return this.phrases.length > 0 ? this.phrases : [text([leaf('')])];
  }

  private endText() {
    const node = normalText(this.leaves);
    this.leaves = [];
    if (node) this.phrases.push(node);
  }
}

/** Each kind of mark once, outermost first. */
const ordered = (marks: readonly Mark[]): Mark[] =>
  markTypes.flatMap((type) => marks.findLast((mark) => mark.type === type) ?? []);

/**
 * A text whose neighbouring leaves differ in their marks, and whose marks neither begin nor end with white space: so
 * Markdown can say it, and reads it back the same.
 */
function normalText(leaves: readonly Leaf[]): Text | undefined {
  const pieces = leaves.flatMap((current, index) => trimMarks(current, leaves[index - 1], leaves[index + 1]));
  const merged: Leaf[] = [];
  for (const piece of pieces) {
    const last = merged.at(-1);
    if (last && sameMarks(last, piece)) last.text += piece.text;
    else merged.push({ ...piece });
  }
  return merged.length > 0 ? text(merged) : undefined;
}

/** Takes marks that begin or end in a leaf off the white space at that side of it. Code keeps its blanks. */
function trimMarks(current: Leaf, before: Leaf | undefined, after: Leaf | undefined): Leaf[] {
  if (current.marks.length === 0 || hasMark(current, 'code')) return [current];
  const start = /^\s*/.exec(current.text)![0];
  const end = start.length === current.text.length ? '' : /\s*$/.exec(current.text)![0];
  const kept = (neighbour: Leaf | undefined) => current.marks.filter((mark) => neighbour && holds(neighbour, mark));
  return [
    leaf(start, kept(before)),
    leaf(current.text.slice(start.length, current.text.length - end.length), current.marks),
    leaf(end, kept(after)),
  ].filter(({ text: value }) => value !== '');
}

const holds = ({ marks }: Leaf, mark: Mark) => marks.some((other) => sameMark(other, mark));
export const hasMark = ({ marks }: Leaf, type: Mark['type']) => marks.some((mark) => mark.type === type);

export const sameMark = (one: Mark, other: Mark) =>
  one.type === other.type && one.data?.text === other.data?.text && one.data?.background === other.data?.background;

const sameMarks = (one: Leaf, other: Leaf) =>
  one.marks.length === other.marks.length && one.marks.every((mark, index) => sameMark(mark, other.marks[index]!));
