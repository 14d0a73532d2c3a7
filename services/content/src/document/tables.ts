import { plainPhrases } from './plain-text.js';
import { readPhrases } from './read-phrases.js';
import type { TokenNode } from './token-tree.js';
import { textOf, type Block, type Data, type Fragment, fragment, paragraph, type Phrase, voidBlock } from './types.js';

export interface Column {
  title: Phrase[];
  /** The column's definition without id and title. */
  definition: Data;
  hidden?: boolean;
}

/** A cell: phrases, or the value of a column that does not hold text. */
export type Cell = { phrases: Phrase[] } | { value: unknown };

/** A table block of the API: columns are `c1`…, records `r1`…, and the cells with text are fragments. */
export function tableBlock(
  columns: readonly Column[],
  rows: readonly (readonly Cell[])[],
  { view, data = {} }: { view: Data; data?: Data },
): Block {
  const fragments: Fragment[] = [];
  const definition: Data = {};
  columns.forEach((column, index) => {
    const id = `c${index + 1}`;
    const isPlain = column.title.every(
      (phrase) => phrase.object === 'text' && phrase.leaves.every(({ marks }) => marks.length === 0),
    );
    if (!isPlain) fragments.push(fragment(`${id}-title`, [paragraph(column.title)]));
    definition[id] = { id, title: plainPhrases(column.title), ...column.definition };
  });
  const records: Data = {};
  rows.forEach((cells, row) => {
    const values: Data = {};
    cells.forEach((cell, index) => {
      const column = `c${index + 1}`;
      if ('value' in cell) values[column] = cell.value;
      else {
        const name = `r${row + 1}-${column}`;
        fragments.push(fragment(name, [paragraph(cell.phrases)]));
        values[column] = name;
      }
    });
    records[`r${row + 1}`] = { orderIndex: String(row + 1).padStart(6, '0'), values };
  });
  const shown = columns.flatMap(({ hidden }, index) => (hidden ? [] : [`c${index + 1}`]));
  return voidBlock('table', { view: { ...view, columns: shown }, records, definition, ...data }, fragments);
}

/** Reads a table of GitHub-flavoured Markdown. */
export function readTable(sections: readonly TokenNode[]): Block {
  const rowsOf = (type: string) => sections.find(({ token }) => token.type === type)?.children ?? [];
  const phrasesOf = (cell: TokenNode) => readPhrases(cell.children[0]?.token.children ?? []);
  const columns = (rowsOf('thead_open')[0]?.children ?? []).map((cell) => ({
    title: phrasesOf(cell),
    definition: { type: 'text', textAlignment: alignmentOf(cell) },
  }));
  const rows = rowsOf('tbody_open').map(({ children }) => children.map((cell) => ({ phrases: phrasesOf(cell) })));
  return tableBlock(columns, rows, { view: { type: 'grid', hideHeader: false } });
}

/** Markdown without an alignment means the left. */
const alignmentOf = ({ token }: TokenNode) =>
  /text-align:\s*(center|right)/.exec(textOf(token.attrGet('style') ?? ''))?.[1] ?? 'left';
