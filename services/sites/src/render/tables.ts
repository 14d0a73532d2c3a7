import { type Data, fragmentOf, type Node, plainText, textOf } from './document.js';
import { attribute, escapeHtml } from './escape.js';
import { renderPhrases, type Resolve } from './phrases.js';

interface Column {
  id: string;
  title: string;
  definition: Data;
}

/** A table, or cards: a list of boxes, each a link if it leads somewhere. */
export function renderTable(node: Node, resolve: Resolve): string {
  const { data = {} } = node;
  const view = (data.view ?? {}) as Data;
  const shown = Array.isArray(view.columns) ? view.columns.map(textOf) : [];
  const definitions = (data.definition ?? {}) as Record<string, Data>;
  const columns = shown.flatMap((id) => {
    const definition = Object.hasOwn(definitions, id) ? definitions[id] : undefined;
    if (!definition) return [];
    const title = fragmentOf(node, `${id}-title`)[0]?.nodes;
    return [{ id, title: title ? renderPhrases(title, resolve) : escapeHtml(textOf(definition.title)), definition }];
  });
  const records = Object.values((data.records ?? {}) as Record<string, { orderIndex?: string; values?: Data }>)
    .sort((one, other) => ((one.orderIndex ?? '') < (other.orderIndex ?? '') ? -1 : 1))
    .map(({ values = {} }) => values);
  return view.type === 'cards'
    ? cards(node, { view, columns, records }, resolve)
    : grid(node, { view, columns, records }, resolve);
}

interface Content {
  view: Data;
  columns: Column[];
  records: Data[];
}

function grid(node: Node, { view, columns, records }: Content, resolve: Resolve): string {
  const isLong = ({ id }: Column) => records.some((values) => cellText(node, values[id]).length > longText);
  const classes = new Map(
    columns.map((column) => {
      const { textAlignment: align } = column.definition;
      const names = [
        ...(align === 'center' || align === 'right' ? [`align-${align}`] : []),
        ...(isLong(column) ? ['long'] : []),
      ];
      return [column, names.join(' ') || undefined];
    }),
  );
  const widths = (view.columnWidths ?? {}) as Data;
  const head = columns.map(
    (column) =>
      `<th scope="col"${attribute('class', classes.get(column))}${attribute('width', widthOf(widths[column.id]))}>${column.title}</th>`,
  );
  const rows = records.map(
    (values) =>
      `<tr>${columns.map((column) => `<td${attribute('class', classes.get(column))}>${cell(node, values[column.id], resolve)}</td>`).join('')}</tr>`,
  );
  const header = view.hideHeader === true ? '' : `<thead><tr>${head.join('')}</tr></thead>`;
  return `<div class="table" tabindex="0"><table>${header}<tbody>${rows.join('')}</tbody></table></div>`;
}

/** A column with more than so many characters is not squeezed by its neighbours. */
const longText = 40;
const cellText = (node: Node, value: unknown) =>
  typeof value === 'string' ? plainText(fragmentOf(node, value)) || value : '';

const widthOf = (value: unknown) => (Number.isInteger(value) && Number(value) > 0 ? Number(value) : undefined);

function cards(node: Node, { view, columns, records }: Content, resolve: Resolve): string {
  const [target, cover] = [textOf(view.targetDefinition), textOf(view.coverDefinition)];
  const items = records.map((values) => {
    const link = first(values[target], resolve);
    const image = first(values[cover], resolve);
    const texts = columns.map(({ id }) => cell(node, values[id], resolve)).filter((text) => text !== '');
    const [heading, ...rest] = texts;
    const picture = image ? `<img${attribute('src', image.href)} alt="" loading="lazy" decoding="async">` : '';
    // What is a link itself cannot stand in another one.
    const isLinked = link !== undefined && !/<a[\s>]/.test(heading ?? '');
    const title = isLinked
      ? `<a${attribute('href', link.href)}>${heading || escapeHtml(link.title ?? link.href)}</a>`
      : heading;
    return `<li>${picture}<p class="card-title">${title ?? ''}</p>${rest.map((text) => `<p>${text}</p>`).join('')}</li>`;
  });
  return `<ul class="cards${view.cardSize === 'large' ? ' large' : ''}">${items.join('')}</ul>`;
}

function first(value: unknown, resolve: Resolve) {
  const reference: unknown = Array.isArray(value) ? value[0] : value;
  return typeof reference === 'object' && reference !== null ? resolve(reference as Data) : undefined;
}

function cell(node: Node, value: unknown, resolve: Resolve): string {
  if (typeof value === 'boolean') return value ? '✓' : '';
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string') {
    const phrases = fragmentOf(node, value)[0]?.nodes;
    return phrases ? renderPhrases(phrases, resolve) : escapeHtml(value);
  }
  const references = (Array.isArray(value) ? value : [value]) as unknown[];
  return references
    .flatMap((reference) => first(reference, resolve) ?? [])
    .map(({ href, title }) => `<a${attribute('href', href)}>${escapeHtml(title ?? href)}</a>`)
    .join(', ');
}
