import { NotDrawable } from './budget.js';

/** What lengths are told in parts of. */
export interface Measures {
  width: number;
  height: number;
  fontSize: number;
}

/** Beyond that, drawing gets lost in its own numbers. */
const largest = 100_000;
export const numberPattern = /[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi;
const lengthPattern = /^([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)([a-z]+|%)?$/i;
const pixels: Readonly<Record<string, number>> = {
  px: 1,
  pt: 4 / 3,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
};

export function bounded(value: number): number {
  if (!(Math.abs(value) <= largest)) throw new NotDrawable('has numbers that are too large');
  return Math.round(value * 1e6) / 1e6;
}

/** The numbers in a list of them; undefined for anything else. */
export function numbersIn(value: string): number[] | undefined {
  if (!/^[\d\s,.+\-e]*$/i.test(value)) return undefined;
  return Array.from(value.matchAll(numberPattern), ([one]) => bounded(Number(one)));
}

export type Along = 'width' | 'height' | 'diagonal' | 'fontSize';

/** A length in pixels; undefined for what is none. */
export function lengthOf(value: string, along: Along, measures: Measures): number | undefined {
  const [, number, unit = 'px'] = lengthPattern.exec(value.trim()) ?? [];
  if (number === undefined) return undefined;
  const factor = factorOf(unit.toLowerCase(), along, measures);
  return factor === undefined ? undefined : bounded(Number(number) * factor);
}

function factorOf(unit: string, along: Along, measures: Measures): number | undefined {
  if (unit === 'em' || unit === 'rem') return measures.fontSize;
  if (unit === 'ex') return measures.fontSize / 2;
  if (unit !== '%') return Object.hasOwn(pixels, unit) ? pixels[unit] : undefined;
  if (along !== 'diagonal') return measures[along] / 100;
  return Math.hypot(measures.width, measures.height) / Math.SQRT2 / 100;
}

/** From 0 to 1. */
export function shareOf(value: string): number | undefined {
  const [, number, unit] = lengthPattern.exec(value.trim()) ?? [];
  if (number === undefined || (unit !== undefined && unit !== '%')) return undefined;
  return Math.min(1, Math.max(0, Number(number) / (unit === '%' ? 100 : 1)));
}

const colorPatterns = [
  /^#(?:[\da-f]{3}|[\da-f]{6})$/,
  /^rgb\(\s*\d{1,3}%?\s*,\s*\d{1,3}%?\s*,\s*\d{1,3}%?\s*\)$/,
  /^rgba\(\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}\s*,\s*[\d.]{1,8}\s*\)$/,
];

/** A colour as the program that draws knows it; one that it may not know makes a picture another one. */
export function colorOf(value: string): string {
  const color = value.trim().toLowerCase();
  if (color === 'none' || color === 'transparent') return 'none';
  if (wordOf(color) !== undefined || colorPatterns.some((pattern) => pattern.test(color))) return color;
  throw new NotDrawable('has colours of a kind that is not known');
}

/** A keyword; never one that every object of JavaScript answers to. */
export function wordOf(value: string): string | undefined {
  const word = value.trim().toLowerCase();
  return /^[a-z\d-]{1,24}$/.test(word) && !(word in {}) ? word : undefined;
}

export type Matrix = readonly [number, number, number, number, number, number];

const identity: Matrix = [1, 0, 0, 1, 0, 0];

export const multiplied = (a: Matrix, b: Matrix): Matrix => [
  a[0] * b[0] + a[2] * b[1],
  a[1] * b[0] + a[3] * b[1],
  a[0] * b[2] + a[2] * b[3],
  a[1] * b[2] + a[3] * b[3],
  a[0] * b[4] + a[2] * b[5] + a[4],
  a[1] * b[4] + a[3] * b[5] + a[5],
];

/** A list of transformations as one. */
export function matrixOf(value: string): Matrix {
  if (value.length > 1_000) throw new NotDrawable('has transformations that are too long');
  let matrix = identity;
  const rest = value.replace(/([a-z]+)\s*\(([^()]*)\)/gi, (_all, name: string, list: string) => {
    matrix = multiplied(matrix, transformation(name.toLowerCase(), numbersIn(list) ?? []));
    return '';
  });
  if (/[^\s,]/.test(rest)) throw new NotDrawable('has transformations of a kind that is not known');
  matrix.forEach(bounded);
  return matrix;
}

function transformation(name: string, [a = Number.NaN, b, c, d, e, f]: readonly number[]): Matrix {
  const angle = (a * Math.PI) / 180;
  switch (name) {
    case 'matrix':
      return [a, b ?? Number.NaN, c ?? Number.NaN, d ?? Number.NaN, e ?? Number.NaN, f ?? Number.NaN];
    case 'translate':
      return [1, 0, 0, 1, a, b ?? 0];
    case 'scale':
      return [a, 0, 0, b ?? a, 0, 0];
    case 'rotate': {
      const [sin, cos, x, y] = [Math.sin(angle), Math.cos(angle), b ?? 0, c ?? 0];
      return [cos, sin, -sin, cos, x - cos * x + sin * y, y - sin * x - cos * y];
    }
    case 'skewx':
      return [1, 0, Math.tan(angle), 1, 0, 0];
    case 'skewy':
      return [1, Math.tan(angle), 0, 1, 0, 0];
    default:
      throw new NotDrawable('has transformations of a kind that is not known');
  }
}
