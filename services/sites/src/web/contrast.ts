type Rgb = readonly [number, number, number];

/** `#abc` and `#aabbcc`. */
const read = (color: string): Rgb => {
  const hex = color.length === 4 ? color.slice(1).replace(/./g, '$&$&') : color.slice(1);
  return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as unknown as Rgb;
};

const written = (color: Rgb) => `#${color.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`;

/** One color with a share (0 to 1) of another. */
export function mix(color: string, other: string, share: number): string {
  const [from, to] = [read(color), read(other)];
  return written(from.map((part, at) => part + (to[at]! - part) * share) as unknown as Rgb);
}

/** Relative luminance as WCAG 2 defines it. */
function luminance(color: string): number {
  const [red, green, blue] = read(color).map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as unknown as Rgb;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** Contrast ratio of WCAG 2: from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

/** What small text needs. */
const enough = 4.5;

/** Black or white, whichever is read more easily on a color. */
export const inkOn = (background: string): string =>
  contrast('#ffffff', background) >= contrast('#000000', background) ? '#ffffff' : '#000000';

/** The color, moved towards black or white as far as is needed to be read as text on a background, and on a tint of itself. */
export function legible(color: string, background: string): string {
  const end = inkOn(background);
  for (let share = 0; share < 1; share += 0.04) {
    const moved = mix(color, end, share);
    if (contrast(moved, mix(background, moved, 0.12)) >= enough) return moved;
  }
  return end;
}
