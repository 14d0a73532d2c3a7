import type { CustomFieldType } from '@quire/contract';
import { invalid } from '@quire/runtime';

/** Throws `invalid` for options of a field that has none to choose from. */
export function checkOptions(type: CustomFieldType, options: readonly string[] | undefined): void {
  if (options === undefined || type === 'select:single' || type === 'select:multi') return;
  throw invalid([{ path: 'body.options', message: `must be left out: a field of the type ${type} has none` }]);
}
