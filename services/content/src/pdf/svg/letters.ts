import type { Fonts } from '../fonts.js';
import { type Budget, NotDrawable, costs } from './budget.js';
import { type Surround, surroundOf } from './look.js';
import { escaped, tag } from './tag.js';
import type { Element } from './tree.js';
import { lengthOf } from './values.js';

type Attributes = Record<string, string | number>;
type Place = Partial<Record<'x' | 'y' | 'dx' | 'dy', number>>;

interface Piece {
  text: string;
  attributes: Attributes;
  keepsBlanks: boolean;
}

interface Tools {
  fonts: Fonts;
  budget: Budget;
  /** How an element in a text looks, and what elements in it take over. */
  look(element: Element, surround: Surround): { attributes: Attributes; surround: Surround };
}

const along = { x: 'width', y: 'height', dx: 'width', dy: 'height' } as const;

/** Letters of a text in a row of pieces, each of one font and in one place. */
export class LetterWriter {
  private readonly pieces: Piece[] = [];
  /** Where the next letter is. */
  private place: Place = { x: 0, y: 0 };

  constructor(private readonly tools: Tools) {}

  /** What stands in `text`, which looks like that. */
  write(text: Element, surround: Surround, attributes: Attributes): string {
    this.inner(text, surround, attributes);
    const last = this.pieces.at(-1);
    if (last && !last.keepsBlanks) last.text = last.text.trimEnd();
    if (last?.text === '') this.pieces.pop();
    return this.pieces.map((piece) => tag('tspan', piece.attributes, escaped(piece.text))).join('');
  }

  private inner(element: Element, surround: Surround, attributes: Attributes): void {
    const places = placesOf(element, surround);
    Object.assign(this.place, places[0]);
    if (places.length > 1 && element.children.some((child) => typeof child !== 'string'))
      throw new NotDrawable('has places of letters that are in other elements');
    let letters = 0;
    for (const child of element.children) {
      if (typeof child === 'string') letters = this.letters(child, letters, { places, surround, attributes });
      else if (child.name !== 'tspan' && child.name !== 'a') throw new NotDrawable(`has ${child.name} in a text`);
      else if (child.attributes.get('display') !== 'none') {
        const own = this.tools.look(child, surroundOf(child, surround));
        this.inner(child, own.surround, { ...attributes, ...own.attributes });
      }
    }
  }

  private letters(
    source: string,
    before: number,
    { places, surround, attributes }: { places: readonly Place[]; surround: Surround; attributes: Attributes },
  ): number {
    const text = this.blanks(source, surround.keepsBlanks);
    const placed = places.length > 1 ? Array.from(text).slice(0, Math.max(0, places.length - before)) : [];
    placed.forEach((letter, index) => {
      if (before + index > 0) Object.assign(this.place, places[before + index]);
      this.runs(letter, surround, attributes);
    });
    this.runs(text.slice(placed.join('').length), surround, attributes);
    return before + text.length;
  }

  private runs(text: string, surround: Surround, attributes: Attributes): void {
    const { fonts, budget } = this.tools;
    budget.spend(text.length * costs.letter);
    for (const run of fonts.runs(text, surround.typeface)) {
      budget.spend(costs.piece + extrasOf(surround));
      this.pieces.push({
        text: run.text,
        attributes: {
          ...this.place,
          ...attributes,
          'font-family': run.font,
          'font-size': surround.fontSize * surround.lettering,
          'text-anchor': surround.anchor,
          'letter-spacing': surround.spacing,
        },
        keepsBlanks: surround.keepsBlanks,
      });
      this.place = {};
    }
  }

  /** Blanks as they are seen: one for many, none at the beginning. */
  private blanks(text: string, areKept: boolean): string {
    const visible = text.replace(/[^\P{Cc}\t\n]|[\ufffe\uffff]/gu, '').replace(/[\t\n]/g, ' ');
    if (areKept) return visible;
    const last = this.pieces.at(-1);
    const single = visible.replace(/ +/g, ' ');
    return last === undefined || last.text.endsWith(' ') ? single.replace(/^ /, '') : single;
  }
}

/** What gradients and markers cost each time. */
export const extrasOf = ({ extras }: Surround) => Object.values(extras).reduce((sum, cost) => sum + cost, 0);

function placesOf({ attributes }: Element, surround: Surround): Place[] {
  const places: Place[] = [];
  for (const [name, direction] of Object.entries(along)) {
    const parts = (attributes.get(name) ?? '').split(/[\s,]+/).filter((part) => part !== '');
    parts.forEach((part, index) => {
      const length = lengthOf(part, direction, surround);
      while (places.length <= index) places.push({});
      if (length !== undefined) places[index]![name as keyof Place] = length;
    });
  }
  return places;
}
