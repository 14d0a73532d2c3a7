import type { Fonts } from '../fonts.js';
import { Budget, NotDrawable, costs } from './budget.js';
import { gradientOf, isGradient } from './gradients.js';
import { LetterWriter, extrasOf } from './letters.js';
import { type Surround, dashesOf, looksOf, surroundOf } from './look.js';
import { geometryOf, isShape } from './shapes.js';
import { tag } from './tag.js';
import type { Element } from './tree.js';
import { colorOf, lengthOf, matrixOf, numbersIn } from './values.js';

type Attributes = Record<string, string | number>;

/** Seen only where something refers to them. */
const definitions = new Set(['defs', 'marker', 'clippath', 'pattern', 'mask', 'filter', 'symbol']);
const isDefinition = (name: string) => definitions.has(name) || isGradient(name);

/**
 * Writes a picture anew, of nothing but elements and attributes that are known, with values that are: what the program
 * that draws gets to see is what was measured here.
 */
export class SvgWriter {
  readonly budget = new Budget();
  private readonly byId = new Map<string, Element>();
  private readonly defined = new Map<string, [reference: string, cost: number]>();
  private readonly markup: string[] = [];
  private readonly start: Surround;

  constructor(
    private readonly root: Element,
    private readonly fonts: Fonts,
    viewBox: { width: number; height: number },
  ) {
    this.start = {
      ...viewBox,
      fontSize: 16,
      typeface: 'sans',
      lettering: 1,
      color: 'black',
      anchor: 'start',
      spacing: 0,
      keepsBlanks: false,
      dash: 0,
      extras: {},
      isPart: true,
    };
    this.collect(root);
  }

  write(attributes: Attributes): string {
    const { attributes: look, surround } = this.look(this.root, surroundOf(this.root, this.start));
    const body = this.children(this.root, { ...surround, isPart: false });
    const defs = this.markup.length > 0 ? tag('defs', {}, this.markup.join('')) : '';
    return tag('svg', { xmlns: 'http://www.w3.org/2000/svg', ...attributes, ...look }, defs + body);
  }

  private collect(element: Element): void {
    const id = element.attributes.get('id');
    if (id !== undefined && !this.byId.has(id)) this.byId.set(id, element);
    for (const child of element.children) if (typeof child !== 'string') this.collect(child);
  }

  private children({ children }: Element, surround: Surround): string {
    return children.map((child) => (typeof child === 'string' ? '' : this.element(child, surround))).join('');
  }

  private element(element: Element, around: Surround): string {
    const { name } = element;
    if (isDefinition(name) || element.attributes.get('display') === 'none') return '';
    if (!isShape(name) && name !== 'g' && name !== 'a' && name !== 'text') throw new NotDrawable(`has ${name}`);
    const { attributes, surround } = this.look(element, surroundOf(element, around));
    this.budget.spend(costs.element);
    if (isShape(name)) return this.shape(element, surround, attributes);
    if (name !== 'text') {
      if (attributes.opacity !== undefined) this.budget.spend(costs.layer);
      return tag('g', attributes, this.children(element, surround));
    }
    if (surround.isPart) throw new NotDrawable('has texts in parts of it');
    const { transform, 'clip-path': clip, ...own } = attributes;
    // The blanks that the program which measures puts between pieces take no room.
    const text = { 'xml:space': 'preserve', 'font-size': 0, 'font-family': 'noto-sans-latin' };
    const shared = { ...(transform ? { transform } : {}), ...(clip ? { 'clip-path': clip } : {}) };
    const { budget, fonts } = this;
    const writer = new LetterWriter({ budget, fonts, look: (...of) => this.look(...of) });
    return tag('text', { ...text, ...shared }, writer.write(element, surround, own));
  }

  private shape(element: Element, surround: Surround, attributes: Attributes): string {
    const { attributes: geometry, cost, extent } = geometryOf(element, surround);
    this.budget.spend(cost + extrasOf(surround));
    const isDashed = surround.dash > 0 && this.budget.dash(extent / surround.dash);
    const line: Attributes = surround.dash > 0 && !isDashed ? { 'stroke-dasharray': 'none' } : {};
    return tag(element.name, { ...attributes, ...line, ...geometry });
  }

  /** How an element looks, and what those in it take over. */
  private look(element: Element, surround: Surround): { attributes: Attributes; surround: Surround } {
    const attributes: Attributes = looksOf(element, surround);
    const extras = { ...surround.extras };
    const own = (name: string) => {
      const value = element.attributes.get(name)?.trim();
      return value === '' || value === 'inherit' ? undefined : value;
    };
    for (const name of ['fill', 'stroke']) {
      const value = own(name);
      if (value === undefined) continue;
      [attributes[name], extras[name]] = this.paint(value, surround);
    }
    for (const name of ['marker-start', 'marker-end']) {
      const value = own(name) ?? own('marker');
      if (value === undefined) continue;
      const isReversed = name === 'marker-start';
      const make = (target: Element, id: string) => this.marker(target, id, isReversed);
      [attributes[name], extras[name]] = this.reference(value, surround, { of: name, make }) ?? ['none', 0];
    }
    const clip = own('clip-path');
    if (clip !== undefined && clip !== 'none') {
      const found = this.reference(clip, surround, { of: 'clip', make: (target, id) => this.clip(target, id) });
      if (!found) throw new NotDrawable('is cut by something that is not there');
      attributes['clip-path'] = found[0];
      this.budget.spend(found[1]);
    }
    const transform = own('transform');
    if (transform !== undefined) attributes.transform = `matrix(${matrixOf(transform).join(' ')})`;
    if (own('stroke-dasharray') === undefined) return { attributes, surround: { ...surround, extras } };
    const dashes = dashesOf(element, surround);
    attributes['stroke-dasharray'] = dashes?.list.join(' ') ?? 'none';
    attributes['stroke-dashoffset'] = dashes?.offset ?? 0;
    return { attributes, surround: { ...surround, extras, dash: dashes?.length ?? 0 } };
  }

  private paint(value: string, surround: Surround): [paint: string, cost: number] {
    const [, url, fallback] = /^(url\([^()]*\))\s*(.*)$/i.exec(value) ?? [];
    const make = (target: Element, id: string) => this.gradient(target, id, surround);
    const found = url === undefined ? undefined : this.reference(url, surround, { of: 'paint', make });
    if (found) return found;
    const color = url === undefined ? value : fallback || 'none';
    return [colorOf(/^currentcolor$/i.test(color) ? surround.color : color), 0];
  }

  /** How a reference to a part of the picture is written, and what drawing the part costs each time. */
  private reference(
    value: string,
    { isPart }: Surround,
    { of, make }: { of: string; make: (target: Element, id: string) => string | undefined },
  ): [reference: string, cost: number] | undefined {
    if (value === 'none') return undefined;
    const name = /^url\(\s*(["']?)#([^"'()]+)\1\s*\)$/i.exec(value)?.[2];
    if (name === undefined) throw new NotDrawable('refers to something that is not in it');
    if (isPart) throw new NotDrawable('has parts of parts');
    const key = `${of} ${name}`;
    if (!this.defined.has(key)) {
      const target = this.byId.get(name);
      const before = this.budget.spent;
      const id = `d${this.defined.size + 1}`;
      const markup = target && make(target, id);
      if (markup === undefined) return undefined;
      this.markup.push(markup);
      this.defined.set(key, [`url(#${id})`, costs.layer + this.budget.spent - before]);
    }
    return this.defined.get(key);
  }

  private gradient(target: Element, id: string, { color }: Surround): string | undefined {
    if (!isGradient(target.name)) throw new NotDrawable(`is painted with ${target.name}`);
    const gradient = gradientOf(target, id, { byId: this.byId, measures: this.start, color });
    this.budget.spend((gradient?.stops ?? 0) * costs.stop);
    return gradient?.markup;
  }

  private marker(target: Element, id: string, isStart: boolean): string {
    if (target.name !== 'marker') throw new NotDrawable(`has ${target.name} at the end of lines`);
    const { attributes: look, surround } = this.look(target, surroundOf(target, this.start));
    const attributes: Attributes = { ...look, id };
    for (const [name, along] of markerLengths) {
      const length = lengthOf(target.attributes.get(name.toLowerCase()) ?? '', along, this.start);
      if (length !== undefined) attributes[name] = length;
    }
    const viewBox = numbersIn(target.attributes.get('viewbox') ?? '');
    if (viewBox?.length === 4) attributes.viewBox = viewBox.join(' ');
    if (target.attributes.get('markerunits') === 'userSpaceOnUse') attributes.markerUnits = 'userSpaceOnUse';
    const orient = target.attributes.get('orient') ?? '0';
    attributes.orient = orient.startsWith('auto') ? 'auto' : (numbersIn(orient)?.[0] ?? 0);
    const isTurned = isStart && orient === 'auto-start-reverse';
    if (isTurned || target.attributes.get('overflow') === 'visible') attributes.overflow = 'visible';
    const inner = this.children(target, surround);
    const around = `${attributes.refX ?? 0} ${attributes.refY ?? 0}`;
    return tag('marker', attributes, isTurned ? tag('g', { transform: `rotate(180 ${around})` }, inner) : inner);
  }

  private clip(target: Element, id: string): string {
    const isOfBox = target.attributes.get('clippathunits') === 'objectBoundingBox';
    if (target.name !== 'clippath' || isOfBox) throw new NotDrawable(`is cut by ${target.name}`);
    const { attributes, surround } = this.look(target, surroundOf(target, this.start));
    return tag('clipPath', { ...attributes, id }, this.children(target, surround));
  }
}

const markerLengths = [
  ['markerWidth', 'width'],
  ['markerHeight', 'height'],
  ['refX', 'width'],
  ['refY', 'height'],
] as const;
