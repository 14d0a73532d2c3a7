import { NotDrawable, costs } from './budget.js';
import type { Element } from './tree.js';
import { type Along, type Measures, bounded, lengthOf, numberPattern, numbersIn } from './values.js';

export interface Geometry {
  attributes: Record<string, string | number>;
  cost: number;
  /** The line around it is not longer. */
  extent: number;
}

const lengths: Readonly<Record<string, Readonly<Record<string, Along>>>> = {
  rect: { x: 'width', y: 'height', width: 'width', height: 'height', rx: 'width', ry: 'height' },
  circle: { cx: 'width', cy: 'height', r: 'diagonal' },
  ellipse: { cx: 'width', cy: 'height', rx: 'width', ry: 'height' },
  line: { x1: 'width', y1: 'height', x2: 'width', y2: 'height' },
};
const lists: Readonly<Record<string, string>> = { path: 'd', polyline: 'points', polygon: 'points' };
const pathPattern = /^[\d\s,.+\-eEmMzZlLhHvVcCsSqQtTaA]*$/;

export const isShape = (name: string) => Object.hasOwn(lengths, name) || Object.hasOwn(lists, name);

/** Where a shape is, in numbers that are not too large to draw. */
export function geometryOf({ name, attributes }: Element, measures: Measures): Geometry {
  if (Object.hasOwn(lists, name)) return pathOf(lists[name]!, attributes.get(lists[name]!) ?? '');
  const found: Record<string, number> = {};
  for (const [attribute, along] of Object.entries(lengths[name]!)) {
    const length = lengthOf(attributes.get(attribute) ?? '', along, measures);
    if (length !== undefined) found[attribute] = length;
  }
  const extent = 7 * Object.values(found).reduce((sum, value) => sum + Math.abs(value), 0);
  const isRound = name !== 'rect' || Math.min(found.rx ?? found.ry ?? 0, found.ry ?? found.rx ?? 0) > 0;
  const cost = name === 'line' ? 0 : isRound ? costs.round : costs.rectangle;
  return { attributes: found, cost, extent };
}

function pathOf(attribute: string, value: string): Geometry {
  if (!(attribute === 'd' ? pathPattern.test(value) : numbersIn(value))) throw new NotDrawable('has a broken path');
  let [extent, cost] = [0, 0];
  for (const [, command, list] of ` ${value}`.matchAll(/([a-df-z\s])([^a-df-z]*)/gi)) {
    const numbers = Array.from(list!.matchAll(numberPattern), ([number]) => Math.abs(bounded(Number(number))));
    extent += 2 * numbers.reduce((sum, number) => sum + number, 0);
    cost += numbers.length * costs.number + (segments[command!.toLowerCase()] ?? pointCost)(numbers.length);
  }
  return { attributes: { [attribute]: value.replace(/\s+/g, ' ') }, cost, extent };
}

const pointCost = (count: number) => (count / 2) * costs.line;

/** By command, what the lines of that many numbers cost. */
const segments: Readonly<Record<string, (count: number) => number>> = {
  m: (count) => costs.subpath + pointCost(count),
  z: () => costs.line,
  h: (count) => count * costs.line,
  v: (count) => count * costs.line,
  c: (count) => (count / 6) * costs.curve,
  s: (count) => (count / 4) * costs.curve,
  q: (count) => (count / 4) * costs.curve,
  t: (count) => (count / 2) * costs.curve,
  // Of its seven numbers, three may stand together.
  a: (count) => (count / 5) * costs.arc,
};
