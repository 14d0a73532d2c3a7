import type { Content, Margins } from 'pdfmake/interfaces.js';
import { plainPhrases } from '../document/plain-text.js';
import { type Block, textOf } from '../document/types.js';
import { boxPadding, colors } from './layouts.js';
import { type Surroundings, textRuns } from './phrases.js';

const fontSize = 8.5;
/** Of every letter of Noto Sans Mono, as a part of the font size. */
const letterWidth = 0.6;
/** Ideographs and emoji, in letters. */
const wideLetters = 1.7;
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Emoji_Presentation}/u;

/** Code in a box, in letters of one width; lines that are too long go on in the next one. */
export function codeBox({ data, nodes = [] }: Block, width: number, surroundings: Surroundings): Content {
  const lines = nodes.map((line) => ('nodes' in line ? plainPhrases(line.nodes ?? []) : ''));
  const title = textOf(data.title);
  const numbers = data.lineNumbers === true ? String(lines.length).length + 2 : 0;
  const columns = Math.max(10, Math.floor((width - 2 * boxPadding) / (fontSize * letterWidth)) - numbers);
  const look = { typeface: 'mono', fontSize, color: colors.text } as const;
  const written = lines.flatMap((line, index) =>
    wrap(line.replaceAll('\t', '    '), columns).map((part, row) => ({
      text: [
        ...(numbers > 0
          ? textRuns(
              (row === 0 ? String(index + 1) : '').padStart(numbers - 2).padEnd(numbers),
              { ...look, color: colors.muted },
              surroundings,
            )
          : []),
        ...textRuns(part === '' ? ' ' : part, look, surroundings),
      ],
      noWrap: true,
      preserveLeadingSpaces: true,
      fontSize,
    })),
  );
  const heading = title
    ? [
        {
          text: textRuns(title, { bold: true, fontSize: 8.5, color: colors.muted }, surroundings),
          margin: [0, 0, 0, 4] as Margins,
        },
      ]
    : [];
  return {
    layout: 'code',
    table: { widths: [width - 2 * boxPadding - 2], body: [[{ stack: [...heading, ...written] }]] },
    margin: [0, 2, 0, 10],
    unbreakable: written.length <= 12,
  };
}

function wrap(line: string, columns: number): string[] {
  if (line.length <= columns && !wide.test(line)) return [line];
  const rows: string[] = [];
  let row = '';
  let used = 0;
  for (const letter of line) {
    const letters = wide.test(letter) ? wideLetters : 1;
    if (used + letters > columns) {
      rows.push(row);
      row = '';
      used = 0;
    }
    row += letter;
    used += letters;
  }
  return [...rows, row];
}
