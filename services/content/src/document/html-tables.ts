import { type HtmlTag, readHtml } from '../markdown/html.js';
import { escapeAttribute, readHtmlPhrases, writeHtmlPhrases } from './html-phrases.js';
import { plainPhrases } from './plain-text.js';
import type { References } from './references.js';
import { type Cell, type Column, tableBlock } from './tables.js';
import { textOf, type Block, type Data, type Fragment, type Phrase } from './types.js';

const table =
  /^\s*(<table\b[^>]*>)\s*<thead>\s*<tr>([^]*?)<\/tr>\s*<\/thead>\s*(?:<tbody>([^]*)<\/tbody>\s*)?<\/table>\s*$/;

/** Reads a table that is written as HTML, as cards are; undefined for one that says more than a table block can. */
export function readHtmlTable(html: string): Block | undefined {
  const [matched, start, head, body = ''] = table.exec(html) ?? [];
  if (matched === undefined) return undefined;
  const frame = frameOf(tagOf(start!).attributes);
  const columns = cellsOf(head!, 'th')?.map((cell) => columnOf(cell));
  const rows = rowsOf(body)?.map((row) => cellsOf(row, 'td'));
  if (!frame || !columns || !rows || columns.includes(undefined)) return undefined;
  const known = columns as Column[];
  const cells = rows.map((row) =>
    row?.length === known.length ? row.map((cell, index) => readCell(cell, known[index]!)) : undefined,
  );
  if (cells.some((row) => !row || row.includes(undefined))) return undefined;
  const widths = cellsOf(head!, 'th')!.map(({ attributes }) => attributes.get('width'));
  if (!widths.every((width) => width === undefined || /^[1-9]\d{0,4}$/.test(width))) return undefined;
  const columnWidths = Object.fromEntries(
    widths.flatMap((width, index) => (width === undefined ? [] : [[`c${index + 1}`, Number(width)]])),
  );
  const marked = (name: string) => {
    const index = cellsOf(head!, 'th')!.findIndex(({ attributes }) => attributes.has(name));
    return index < 0 ? undefined : `c${index + 1}`;
  };
  const [target, cover] = [marked('data-card-target'), marked('data-card-cover')];
  const view = {
    ...frame.view,
    ...(Object.keys(columnWidths).length > 0 ? { columnWidths } : {}),
    ...(target ? { targetDefinition: target } : {}),
    ...(cover ? { coverDefinition: cover } : {}),
  };
  return tableBlock(known, cells as Cell[][], { view, data: frame.data });
}

interface HtmlCell {
  attributes: Map<string, string>;
  html: string;
}

const tagOf = (html: string) => [...readHtml(html)][0] as HtmlTag;

function frameOf(attributes: Map<string, string>): { view: Data; data: Data } | undefined {
  const {
    'data-view': view,
    'data-card-size': size,
    'data-full-width': full,
    'data-header-hidden': hidden,
    ...others
  } = Object.fromEntries(attributes) as Record<string, string | undefined>;
  if (Object.keys(others).length > 0 || (view !== undefined && view !== 'cards')) return undefined;
  return {
    view:
      view === 'cards'
        ? { type: 'cards', cardSize: size === 'large' ? 'large' : 'medium' }
        : { type: 'grid', hideHeader: hidden !== undefined },
    data: full === undefined ? {} : { fullWidth: full === 'true' || full === '' },
  };
}

function rowsOf(body: string): string[] | undefined {
  const rows: string[] = [];
  const rest = body.replace(/<tr>([^]*?)<\/tr>/g, (_row, inner: string) => {
    rows.push(inner);
    return '';
  });
  return rest.trim() === '' ? rows : undefined;
}

function cellsOf(row: string, name: 'th' | 'td'): HtmlCell[] | undefined {
  const cells: HtmlCell[] = [];
  const pattern = new RegExp(`(<${name}\\b[^>]*>)([^]*?)</${name}>`, 'g');
  const rest = row.replace(pattern, (_cell, start: string, html: string) => {
    cells.push({ attributes: tagOf(start).attributes, html: html.trim() });
    return '';
  });
  return rest.trim() === '' ? cells : undefined;
}

const columnAttributes = new Set(['data-hidden', 'data-type', 'data-card-target', 'data-card-cover', 'align', 'width']);
const valueTypes = new Set(['checkbox', 'number', 'content-ref', 'files', 'image', 'rating']);

function columnOf({ attributes, html }: HtmlCell): Column | undefined {
  if (![...attributes.keys()].every((name) => columnAttributes.has(name))) return undefined;
  const type = attributes.get('data-type') ?? 'text';
  const title = readHtmlPhrases(html);
  if (!title || (type !== 'text' && !valueTypes.has(type))) return undefined;
  const align = attributes.get('align');
  const definition =
    type === 'text' ? { type, textAlignment: align === 'center' || align === 'right' ? align : 'left' } : { type };
  return { title, definition, hidden: attributes.has('data-hidden') };
}

function readCell({ attributes, html }: HtmlCell, { definition }: Column): Cell | undefined {
  const extra = [...attributes.keys()].filter((name) => name !== 'align' && name !== 'valign');
  if (extra.length > 0) return undefined;
  const phrases = readHtmlPhrases(html);
  if (!phrases) return undefined;
  if (definition.type === 'text') return { phrases };
  const plain = plainPhrases(phrases);
  if (definition.type === 'checkbox') return { value: plain === 'true' };
  if (definition.type === 'number' || definition.type === 'rating')
    return plain.trim() !== '' && Number.isFinite(Number(plain)) ? { value: Number(plain) } : undefined;
  const refs = phrases.flatMap((phrase) =>
    phrase.object === 'inline' && phrase.type === 'link' ? [phrase.data.ref] : [],
  );
  if (definition.type === 'files') return { value: refs };
  return refs.length === 1 ? { value: refs[0] } : plain === '' ? { value: null } : undefined;
}

/** Writes a table block as HTML: for cards, and for what pipes cannot say. */
export function writeHtmlTable({ data, fragments = [] }: Block, references: References): string {
  const view = data.view as Data;
  const definitions = Object.values(data.definition as Record<string, Data>);
  const shown = new Set(view.columns as string[]);
  const widths = (view.columnWidths ?? {}) as Data;
  const phrases = (name: unknown) => phrasesOf(fragments, name);
  const head = definitions.map((definition) => {
    const id = textOf(definition.id);
    const attributes = [
      ...(shown.has(id) ? [] : [' data-hidden']),
      ...(definition.type === 'text' ? [] : [` data-type="${escapeAttribute(textOf(definition.type))}"`]),
      ...(view.targetDefinition === id ? [' data-card-target'] : []),
      ...(view.coverDefinition === id ? [' data-card-cover'] : []),
      ...(widths[id] === undefined ? [] : [` width="${Number(widths[id])}"`]),
      ...(definition.textAlignment === 'center' || definition.textAlignment === 'right'
        ? [` align="${definition.textAlignment}"`]
        : []),
    ];
    const title = phrases(`${id}-title`) ?? plainTitle(definition.title);
    return `<th${attributes.join('')}>${writeHtmlPhrases(title, references)}</th>`;
  });
  const rows = recordsOf(data).map((values) => {
    const cells = definitions.map(({ id }) => `<td>${writeCell(values[textOf(id)], phrases, references)}</td>`);
    return `<tr>${cells.join('')}</tr>`;
  });
  const attributes = [
    ...(view.type === 'cards' ? [' data-view="cards"'] : []),
    ...(view.cardSize === 'large' ? [' data-card-size="large"'] : []),
    ...(view.hideHeader === true ? [' data-header-hidden'] : []),
    ...(data.fullWidth === undefined ? [] : [` data-full-width="${textOf(data.fullWidth)}"`]),
  ];
  return `<table${attributes.join('')}><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

/** The records in their order. */
export function recordsOf({ records }: Data): Data[] {
  return Object.values((records ?? {}) as Record<string, { orderIndex?: string; values: Data }>)
    .sort((one, other) => ((one.orderIndex ?? '') < (other.orderIndex ?? '') ? -1 : 1))
    .map(({ values }) => values);
}

export function phrasesOf(fragments: readonly Fragment[], name: unknown): Phrase[] | undefined {
  return fragments.find(({ fragment }) => fragment === name)?.nodes[0]?.nodes as Phrase[] | undefined;
}

const plainTitle = (title: unknown): Phrase[] => [
  { object: 'text', leaves: [{ object: 'leaf', text: textOf(title), marks: [] }] },
];

function writeCell(value: unknown, phrases: (name: unknown) => Phrase[] | undefined, references: References): string {
  if (typeof value === 'string') return writeHtmlPhrases(phrases(value) ?? plainTitle(value), references);
  if (typeof value === 'boolean' || typeof value === 'number') return textOf(value);
  const refs = (Array.isArray(value) ? value : [value]).filter((ref) => typeof ref === 'object' && ref !== null);
  return refs
    .map((ref) => escapeAttribute(references.write(ref as Data) ?? ''))
    .map((href) => `<a href="${href}">${href}</a>`)
    .join('');
}
