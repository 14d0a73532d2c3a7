import { equalJson } from '../merkle/merkle-map.js';
import type { PageFields, PageRecord } from '../pages/page-record.js';
import type { Conflict } from './conflict.js';

/** Every field that merges by itself. */
export const pageFields = [
  'type',
  'title',
  'slug',
  'emoji',
  'icon',
  'description',
  'hidden',
  'noIndex',
  'noRobotsIndex',
  'layout',
  'cover',
  'target',
  'computed',
  'source',
] as const satisfies readonly (keyof PageFields)[];

/** Merges the independent fields of a page that both sides have. Contradictions keep ours. */
export function mergeFields(
  page: string,
  base: PageRecord | undefined,
  ours: PageRecord,
  theirs: PageRecord,
): { fields: PageFields; conflicts: Conflict[] } {
  const conflicts: Conflict[] = [];
  const entries = pageFields.map((field) => {
    const [b, o, t] = [base?.[field], ours[field], theirs[field]];
    if (equalJson(o, t) || equalJson(t, b)) return [field, o];
    if (equalJson(o, b)) return [field, t];
    conflicts.push({ kind: 'field', page, field, base: b ?? null, ours: o ?? null, theirs: t ?? null });
    return [field, o];
  });
  return { fields: Object.fromEntries(entries.filter(([, value]) => value !== undefined)) as PageFields, conflicts };
}
