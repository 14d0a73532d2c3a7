import type { Element } from './tree.js';
import { type Along, type Measures, colorOf, lengthOf, matrixOf, shareOf } from './values.js';
import { tag } from './tag.js';

const places: Readonly<Record<string, Along>> = {
  x1: 'width',
  y1: 'height',
  x2: 'width',
  y2: 'height',
  cx: 'width',
  cy: 'height',
  fx: 'width',
  fy: 'height',
  r: 'diagonal',
};
const names: Readonly<Record<string, string>> = { lineargradient: 'linearGradient', radialgradient: 'radialGradient' };
const mostStops = 32;
const longestChain = 4;

/** A gradient, with what it takes over from those that it names; undefined for one without colours. */
export function gradientOf(
  element: Element,
  id: string,
  { byId, measures, color }: { byId: ReadonlyMap<string, Element>; measures: Measures; color: string },
): { markup: string; stops: number } | undefined {
  const chain = [element];
  for (let next: Element | undefined = element; next && chain.length < longestChain; ) {
    next = byId.get(hrefOf(next));
    if (next && isGradient(next.name)) chain.push(next);
  }
  const own = (name: string) => chain.find(({ attributes }) => attributes.has(name))?.attributes.get(name);
  const isOfBox = own('gradientunits') !== 'userSpaceOnUse';
  const within = isOfBox ? { ...measures, width: 1, height: 1 } : measures;
  const attributes: Record<string, string | number> = { id };
  if (!isOfBox) attributes.gradientUnits = 'userSpaceOnUse';
  for (const [name, along] of Object.entries(places)) {
    const length = lengthOf(own(name) ?? '', along, within);
    if (length !== undefined) attributes[name] = length;
  }
  const transform = own('gradienttransform');
  if (transform !== undefined) attributes.gradientTransform = `matrix(${matrixOf(transform).join(' ')})`;
  const stops = chain
    .map(({ children }) => children.filter((child): child is Element => typeof child !== 'string'))
    .find((children) => children.some(({ name }) => name === 'stop'))
    ?.filter(({ name }) => name === 'stop');
  if (!stops || stops.length > mostStops) return undefined;
  const written = stops.map((stop) => {
    const named = stop.attributes.get('stop-color') ?? 'black';
    return tag('stop', {
      offset: shareOf(stop.attributes.get('offset') ?? '0') ?? 0,
      'stop-color': colorOf(/^currentcolor$/i.test(named.trim()) ? color : named),
      'stop-opacity': shareOf(stop.attributes.get('stop-opacity') ?? '1') ?? 1,
    });
  });
  return { markup: tag(names[element.name]!, attributes, written.join('')), stops: stops.length };
}

export const isGradient = (name: string) => Object.hasOwn(names, name);

const hrefOf = ({ attributes }: Element) => (attributes.get('href') ?? attributes.get('xlink:href') ?? '').slice(1);
