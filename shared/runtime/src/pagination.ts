import { invalid } from './errors.js';

/** One value of a keyset: what a list is ordered by. */
export type CursorValue = string | number | boolean | null;

/** The wire shape of every list. `count` is the number of items on all pages. */
export interface List<Item> {
  items: Item[];
  next?: { page: string };
  count: number;
}

/** Turns the ordering values of a page's last row into an opaque cursor. */
export function encodeCursor(values: readonly CursorValue[]): string {
  return Buffer.from(JSON.stringify(values)).toString('base64url');
}

/**
 * Reads a cursor back into its `length` values; undefined when there is none.
 * Throws `invalid` (400) for anything that {@link encodeCursor} did not make.
 */
export function decodeCursor(page: string | undefined, length: number): CursorValue[] | undefined {
  if (page === undefined) return undefined;
  try {
    const values: unknown = JSON.parse(Buffer.from(page, 'base64url').toString('utf8'));
    const scalar = (value: unknown) => value === null || ['string', 'number', 'boolean'].includes(typeof value);
    if (Array.isArray(values) && values.length === length && values.every(scalar)) {
      // A NUL in a text parameter would be refused by Postgres with an error nobody understands.
      if (!values.some((value) => typeof value === 'string' && value.includes('\0'))) return values as CursorValue[];
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  throw notACursor();
}

/** The single text value of a cursor over ids, the usual order of a list. */
export function idCursor(page: string | undefined): string | undefined {
  const value = decodeCursor(page, 1)?.[0];
  if (value === undefined) return undefined;
  if (typeof value === 'string') return value;
  throw notACursor();
}

/** The cursor of a list that people put in order: a sort key, and the id of what stands there. */
export function placeCursor(page: string | undefined): { orderKey: string; id: string } | undefined {
  const values = decodeCursor(page, 2);
  if (!values) return undefined;
  const [orderKey, id] = values;
  if (typeof orderKey === 'string' && typeof id === 'string') return { orderKey, id };
  throw notACursor();
}

/**
 * Makes a list out of `limit + 1` rows: the extra row only tells whether there is a next page.
 * `cursor` gives a row's ordering values, `present` its API shape.
 */
export function listOf<Row, Item>(
  rows: readonly Row[],
  {
    limit,
    count,
    cursor,
    present,
  }: {
    limit: number;
    count: number;
    cursor: (row: Row) => readonly CursorValue[];
    present: (row: Row) => Item;
  },
): List<Item> {
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map(present),
    ...(rows.length > limit && last ? { next: { page: encodeCursor(cursor(last)) } } : {}),
    count,
  };
}

const notACursor = () =>
  invalid([{ path: 'query.page', message: 'is not a cursor of this list; pass next.page of an earlier answer' }]);
