import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { charactersOf } from './woff.js';

const { resolve } = createRequire(import.meta.url);

/** A font file's share of a typeface: one writing system, usually. */
interface Part {
  /** What the PDF calls it; begins with the name of its package. */
  name: string;
  characters: Set<number>;
}

/** Text of one font. */
export interface Run {
  text: string;
  font: string;
}

export type Typeface = 'sans' | 'mono';
export type Style = 'normal' | 'bold' | 'italics' | 'bolditalics';

const european = ['latin', 'latin-ext', 'cyrillic', 'cyrillic-ext', 'greek', 'greek-ext', 'vietnamese'];
const partsOf = (family: string, subsets: readonly string[]) => subsets.map((subset) => `${family}-${subset}`);
const own: Record<Typeface, readonly string[]> = {
  sans: partsOf('noto-sans', [...european, 'devanagari']),
  mono: partsOf('noto-sans-mono', european),
};
const asian = ['noto-sans-sc-chinese-simplified', 'noto-sans-kr-korean'];
const emoji = 'noto-emoji-emoji';
/** Takes what no font has: it shows a box. */
const last = 'noto-sans-latin';

/** Fonts of signs have none, or one as wide as a sign. */
const hasBlank = (part: string) => part !== emoji && !rarePart.test(part);
const rarePart = /-\d+$/;

const familyOf = (part: string) => /^noto-(?:sans-(?:mono|sc|kr)|sans|emoji)/.exec(part)![0];
const folderOf = (family: string) => join(dirname(resolve(`@fontsource/${family}/package.json`)), 'files');

/** The file of a part in one style; scripts that have no italics stand upright. */
export function fontFile(part: string, style: Style): string {
  const family = familyOf(part);
  const weight = style.startsWith('bold') ? 700 : 400;
  const slant = family === 'noto-sans' && style.endsWith('italics') ? 'italic' : 'normal';
  return join(folderOf(family), `${part}-${weight}-${slant}.woff`);
}

/** Marks, joiners and selectors, which belong to the character before them, and pictures. */
const beyondLetters = /\p{M}|\p{Join_Control}|\p{Extended_Pictographic}|\p{Regional_Indicator}/u;
const clusters = new Intl.Segmenter(undefined, { granularity: 'grapheme' });
/** Segmenting takes time that grows with the square of a text's length. */
const segmented = /[^]{1,500}/gu;

/** What one font has to show as a whole. */
function* unitsOf(text: string): Generator<string> {
  if (!beyondLetters.test(text)) return yield* text;
  for (const [part] of text.matchAll(segmented)) for (const { segment } of clusters.segment(part)) yield segment;
}

/** They change how the one before them looks, and need no glyph. */
const invisible = (code: number) => code === 0x200c || code === 0x200d || code === 0xfe0e || code === 0xfe0f;

/** Chooses fonts for text, and reads of each font what it covers when it is first needed. */
export class Fonts {
  private readonly parts = new Map<string, Part>();
  private readonly chosen: Record<Typeface, Map<string, string>> = { sans: new Map(), mono: new Map() };
  private rest: readonly string[] | undefined;

  /** Splits text where the font changes; what stands together, such as an emoji of several characters, stays together. */
  runs(text: string, typeface: Typeface): Run[] {
    const runs: Run[] = [];
    for (const unit of unitsOf(text)) {
      const current = runs.at(-1);
      const isBlank = current && /^\s+$/.test(unit) && hasBlank(current.font);
      const font = isBlank ? current.font : this.choose(unit, typeface);
      if (current?.font === font) current.text += unit;
      else runs.push({ text: unit, font });
    }
    return runs;
  }

  /** The fonts that runs named. */
  used(): string[] {
    return [...new Set([last, ...this.chosen.sans.values(), ...this.chosen.mono.values()])];
  }

  private choose(unit: string, typeface: Typeface): string {
    const known = this.chosen[typeface].get(unit);
    if (known !== undefined) return known;
    const codes = Array.from(unit, (character) => character.codePointAt(0)!).filter((code) => !invisible(code));
    const covers = (name: string) => codes.every((code) => this.part(name).characters.has(code));
    const isPicture = /^\p{Emoji_Presentation}|\ufe0f/u.test(unit);
    const font =
      [...(isPicture ? [emoji] : []), ...own[typeface], ...asian, ...own.sans, emoji].find(covers) ??
      this.rare().find(covers) ??
      last;
    this.chosen[typeface].set(unit, font);
    return font;
  }

  private part(name: string): Part {
    const known = this.parts.get(name);
    if (known) return known;
    const part = { name, characters: charactersOf(readFileSync(fontFile(name, 'normal'))) };
    this.parts.set(name, part);
    return part;
  }

  /** The many small files that Chinese and Korean are cut into for the web; together they have symbols and rare letters too. */
  private rare(): readonly string[] {
    this.rest ??= ['noto-sans-sc', 'noto-sans-kr'].flatMap((family) =>
      readdirSync(folderOf(family))
        .filter((name) => /-\d+-400-normal\.woff$/.test(name))
        .map((name) => name.replace(/-400-normal\.woff$/, '')),
    );
    return this.rest;
  }
}
