import type { Fonts } from '../fonts.js';
import { NotDrawable } from './budget.js';
import { readTree } from './tree.js';
import { bounded, lengthOf, numbersIn } from './values.js';
import { SvgWriter } from './write.js';

/** A picture of lines and letters that a PDF can show. */
export interface Drawing {
  /** Written anew for the program that draws it. */
  svg: string;
  /** In pixels. */
  width: number;
  height: number;
  /** Bytes. */
  size: number;
  /** What drawing it takes at most, in microseconds. */
  cost: number;
}

const noFont = { fontSize: 16, width: 300, height: 150 };

/** Reads an SVG; undefined for one that is broken, would take long to draw, or has what cannot be drawn. */
export function readDrawing(bytes: Buffer, fonts: Fonts): Drawing | undefined {
  try {
    const root = readTree(bytes);
    const length = (name: string) => {
      const value = root.attributes.get(name) ?? '';
      return value.includes('%') ? undefined : lengthOf(value, 'width', noFont);
    };
    const [width, height] = [length('width'), length('height')];
    const given = numbersIn(root.attributes.get('viewbox') ?? '');
    const viewBox = given?.length === 4 ? given : [0, 0, width ?? noFont.width, height ?? noFont.height];
    const [, , boxWidth = 0, boxHeight = 0] = viewBox;
    const sides = {
      width: width ?? (height === undefined ? boxWidth : (height * boxWidth) / boxHeight),
      height: height ?? (width === undefined ? boxHeight : (width * boxHeight) / boxWidth),
    };
    if (![boxWidth, boxHeight, sides.width, sides.height].every((side) => bounded(side) >= shortest)) return undefined;
    const writer = new SvgWriter(root, fonts, { width: boxWidth, height: boxHeight });
    const svg = writer.write({ viewBox: viewBox.join(' '), ...sides });
    return { svg, ...sides, size: svg.length, cost: writer.budget.spent };
  } catch (error) {
    if (error instanceof NotDrawable) return undefined;
    throw error;
  }
}

/** Smaller ones would be drawn enlarged beyond measure. */
const shortest = 0.1;
