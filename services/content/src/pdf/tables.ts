import type { Content, Margins, TableCell } from 'pdfmake/interfaces.js';
import { phrasesOf, recordsOf } from '../document/html-tables.js';
import { plainPhrases } from '../document/plain-text.js';
import { type Block, type Data, type Phrase, leaf, text, textOf } from '../document/types.js';
import type { BlockWriter } from './blocks.js';
import { boxPadding, cellPadding } from './layouts.js';
import type { Look } from './phrases.js';

interface Column {
  id: string;
  title: Phrase[];
  alignment: 'left' | 'center' | 'right';
}

const headLook: Look = { bold: true, fontSize: 9 };
const cellLook: Look = { fontSize: 9 };
/** With less room than that per column, each row is told below the other. */
const narrowest = 42;

/** A table as a grid, or, of cards and where the columns would be too narrow, as one box for each record. */
export function tableContent(table: Block, width: number, writer: BlockWriter): Content[] {
  const { data, fragments = [] } = table;
  const view = (data.view ?? {}) as Data;
  const definitions = (data.definition ?? {}) as Record<string, Data>;
  const ids = (Array.isArray(view.columns) ? view.columns.map(textOf) : []).filter((id) =>
    Object.hasOwn(definitions, id),
  );
  const columns = ids.map((id): Column => {
    const { title, textAlignment } = definitions[id]!;
    const alignment = textAlignment === 'center' || textAlignment === 'right' ? textAlignment : 'left';
    return { id, title: phrasesOf(fragments, `${id}-title`) ?? [text([leaf(textOf(title))])], alignment };
  });
  const byName = new Map(fragments.map((fragment) => [fragment.fragment, fragment.nodes[0]?.nodes as Phrase[]]));
  const phrases = (value: unknown): Phrase[] => {
    if (typeof value === 'string') return byName.get(value) ?? [text([leaf(value)])];
    if (typeof value === 'boolean') return [text([leaf(value ? '✓' : '–')])];
    if (typeof value === 'number') return [text([leaf(String(value))])];
    const references = (Array.isArray(value) ? value : [value]).filter(
      (one) => typeof one === 'object' && one !== null,
    );
    return references.flatMap((reference, index) => [
      ...(index > 0 ? [text([leaf(', ')])] : []),
      writer.reference(reference as Data),
    ]);
  };
  const records = recordsOf(data);
  if (columns.length === 0) return [];
  if (view.type === 'cards') {
    const target = textOf(view.targetDefinition);
    const shown = columns.filter(({ id }) => id !== target);
    return records.map((values) =>
      card(
        shown.map(({ id }) => phrases(values[id])),
        width,
        writer,
      ),
    );
  }
  if (width / columns.length < narrowest)
    return records.map((values) =>
      card(
        columns.map(({ id, title }) => [...title, text([leaf(': ')]), ...phrases(values[id])]),
        width,
        writer,
      ),
    );
  return [
    grid(
      columns,
      records.map((values) => columns.map(({ id }) => phrases(values[id]))),
      { view, width, writer },
    ),
  ];
}

function card(parts: readonly Phrase[][], width: number, writer: BlockWriter): Content {
  const inner = width - 2 * boxPadding - 2;
  const stack = parts
    .filter((part) => plainPhrases(part).trim() !== '' || part.some((phrase) => phrase.object === 'inline'))
    .flatMap((part) => writer.phrases(part, inner, { look: { fontSize: 9.5 }, margin: [0, 0, 0, 5] }));
  return {
    layout: 'card',
    table: { widths: [inner], body: [[{ stack }]] },
    margin: [0, 0, 0, 6],
    unbreakable: parts.reduce((sum, part) => sum + 40 + plainPhrases(part).length, 0) <= 700,
  };
}

function grid(
  columns: readonly Column[],
  rows: readonly Phrase[][][],
  { view, width, writer }: { view: Data; width: number; writer: BlockWriter },
): Content {
  const hasHead = view.hideHeader !== true;
  const widths = columnWidths(columns, rows, width);
  const cell = (phrases: Phrase[], index: number, look: Look): TableCell => ({
    stack: writer.phrases(phrases, widths[index]!, { look, margin: [0, 0, 0, 4] as Margins }),
    alignment: columns[index]!.alignment,
  });
  const head = columns.map(({ title }, index) => cell(title, index, headLook));
  const body = rows.map((row) => row.map((phrases, index) => cell(phrases, index, cellLook)));
  return {
    layout: 'grid',
    table: {
      headerRows: hasHead ? 1 : 0,
      keepWithHeaderRows: hasHead && body.length > 0 ? 1 : 0,
      dontBreakRows: rows.every((row) => row.every((phrases) => plainPhrases(phrases).length <= 250)),
      widths,
      body: hasHead || body.length === 0 ? [head, ...body] : body,
    },
    margin: [0, 2, 0, 10],
  };
}

/** Room by how much there is to say in a column: nobody gets less than a word, nobody more than they need. */
function columnWidths(columns: readonly Column[], rows: readonly Phrase[][][], width: number): number[] {
  const available = width - columns.length * (2 * cellPadding + 0.7) - 0.7;
  const letter = 5.2;
  const needs = columns.map(({ title }, index) => {
    const texts = [plainPhrases(title), ...rows.map((row) => plainPhrases(row[index] ?? []))];
    const longest = Math.max(...texts.map((one) => Math.min(one.length, 400)).slice(0, 1_000), 1);
    const word = Math.max(
      ...texts.slice(0, 1_000).flatMap((one) =>
        one
          .slice(0, 400)
          .split(/[\s/-]+/)
          .map(({ length }) => length),
      ),
    );
    return {
      full: longest * letter + 4,
      least: Math.min(word * letter * 1.1 + 4, available / Math.min(3, columns.length)),
    };
  });
  const total = needs.reduce((sum, { full }) => sum + full, 0);
  if (total <= available) return needs.map(({ full }) => (full * available) / total);
  const least = needs.reduce((sum, need) => sum + need.least, 0);
  if (least >= available) return needs.map((need) => (need.least * available) / least);
  const rest = needs.map(({ full, least: own }) => Math.sqrt(Math.max(0, full - own)));
  const shares = rest.reduce((sum, share) => sum + share, 0) || 1;
  return needs.map((need, index) => need.least + ((available - least) * rest[index]!) / shares);
}
