import type { Typeface } from '../fonts.js';
import { NotDrawable } from './budget.js';
import type { Element } from './tree.js';
import { type Along, type Measures, bounded, lengthOf, numbersIn, shareOf, wordOf } from './values.js';

/** What elements take over from those around them. */
export interface Surround extends Measures {
  typeface: Typeface;
  /** Of the font size, what letters are drawn with. */
  lettering: number;
  /** What `currentColor` means. */
  color: string;
  anchor: string;
  /** Between letters. */
  spacing: number;
  keepsBlanks: boolean;
  /** Length of the dashes and gaps of strokes until they are repeated; 0 for a line without. */
  dash: number;
  /** What gradients and markers add to the cost of each shape, by property. */
  extras: Readonly<Record<string, number>>;
  /** In a marker or a clip, which refer to nothing else. */
  isPart: boolean;
}

type Read = (value: string, measures: Measures) => string | number | undefined;

const along =
  (direction: Along): Read =>
  (value, measures) =>
    lengthOf(value, direction, measures);

/** Properties that are written as they are, once they are known to be what they ought to be. */
const looks: Readonly<Record<string, Read>> = {
  opacity: shareOf,
  'fill-opacity': shareOf,
  'stroke-opacity': shareOf,
  'fill-rule': wordOf,
  'clip-rule': wordOf,
  'stroke-width': along('diagonal'),
  'stroke-linecap': wordOf,
  'stroke-linejoin': wordOf,
  'stroke-miterlimit': (value) => numbersIn(value)?.[0],
  visibility: wordOf,
  'font-weight': wordOf,
  'font-style': wordOf,
  'dominant-baseline': wordOf,
  'text-decoration': wordOf,
  'vector-effect': wordOf,
};

/** Without them, a picture would be another one. */
const refused = /^(?:mask|filter|marker-mid|font|textlength|rotate|writing-mode|mix-blend-mode|baseline-shift)$/;
const harmless = new Set(['none', 'normal', 'baseline', '0']);

/** The properties of an element that need nothing else to be understood. */
export function looksOf({ attributes }: Element, measures: Measures): Record<string, string | number> {
  const found: Record<string, string | number> = {};
  for (const [name, value] of attributes) {
    if (refused.test(name) && !harmless.has(value.toLowerCase())) throw new NotDrawable(`has ${name}`);
    const written = Object.hasOwn(looks, name) ? looks[name]!(value, measures) : undefined;
    if (written !== undefined) found[name] = written;
  }
  return found;
}

const fontSizes: Readonly<Record<string, number>> = { small: 13, medium: 16, large: 18 };
const monospaced = /mono|courier|consol|menlo/i;
/** Letters as wide as those that the author saw: how much of their size there is room for. */
const widths: readonly (readonly [RegExp, number])[] = [
  [/^\W*times|^\W*serif/i, 0.86],
  [/^\W*(?:arial|helvetica)/i, 0.95],
];

/** What elements in this one take over from it, references aside. */
export function surroundOf({ attributes }: Element, around: Surround): Surround {
  const own = (name: string) => {
    const value = attributes.get(name)?.trim();
    return value === '' || value === 'inherit' ? undefined : value;
  };
  const size = own('font-size') ?? '';
  const family = own('font-family');
  const color = own('color');
  const anchor = wordOf(own('text-anchor') ?? '');
  const spacing = own('letter-spacing');
  const blanks = own('white-space') ?? own('xml:space');
  return {
    ...around,
    fontSize: Object.hasOwn(fontSizes, size)
      ? fontSizes[size]!
      : Math.abs(lengthOf(size, 'fontSize', around) ?? around.fontSize),
    typeface: family === undefined ? around.typeface : monospaced.test(family) ? 'mono' : 'sans',
    lettering: family === undefined ? around.lettering : (widths.find(([pattern]) => pattern.test(family))?.[1] ?? 1),
    color: color === undefined || /^currentcolor$/i.test(color) ? around.color : color,
    anchor: anchor ?? around.anchor,
    spacing: spacing === undefined ? around.spacing : (lengthOf(spacing, 'fontSize', around) ?? 0),
    keepsBlanks: blanks === undefined ? around.keepsBlanks : blanks.startsWith('pre'),
  };
}

/** Dashes and gaps, without the negative and endless beginnings that take long to draw; undefined for a line without. */
export function dashesOf(
  { attributes }: Element,
  surround: Surround,
): { list: number[]; offset: number; length: number } | undefined {
  const value = attributes.get('stroke-dasharray');
  if (value === undefined || value === 'none') return undefined;
  const parts = value.split(/[\s,]+/).filter((part) => part !== '');
  if (parts.length > 16) throw new NotDrawable('has dashes of too many lengths');
  const list = parts.map((part) => lengthOf(part, 'diagonal', surround) ?? -1);
  if (list.length === 0 || list.some((length) => length < 0)) return undefined;
  const even = list.length % 2 === 0 ? list : [...list, ...list];
  const length = even.reduce((sum, one) => sum + one, 0);
  if (length === 0) return undefined;
  const offset = lengthOf(attributes.get('stroke-dashoffset') ?? '0', 'diagonal', surround) ?? 0;
  return { list: even, offset: bounded(((offset % length) + length) % length), length };
}
