import { decodeCursor, invalid } from '@quire/runtime';

/** The place after which a page of a site's spaces begins. */
export function siteSpaceCursor(page: string | undefined): { orderKey: string; id: string } | undefined {
  const values = decodeCursor(page, 2);
  if (!values) return undefined;
  const [orderKey, id] = values;
  if (typeof orderKey === 'string' && typeof id === 'string') return { orderKey, id };
  throw invalid([{ path: 'query.page', message: 'is not a cursor of this list; pass next.page of an earlier answer' }]);
}
