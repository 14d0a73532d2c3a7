import type { CustomFieldType, CustomFieldValue } from '@quire/contract';
import type { FailureDetail } from '@quire/runtime';

const isText = (value: CustomFieldValue) => typeof value === 'string';
const shapes: Record<CustomFieldType, { fits: (value: CustomFieldValue) => boolean; noun: string }> = {
  text: { fits: isText, noun: 'a string' },
  number: { fits: (value) => typeof value === 'number', noun: 'a number' },
  boolean: { fits: (value) => typeof value === 'boolean', noun: 'true or false' },
  tags: { fits: Array.isArray, noun: 'an array of strings' },
  'select:single': { fits: isText, noun: 'one of the options' },
  'select:multi': { fits: Array.isArray, noun: 'an array of options' },
};

/** What keeps a value from being written to a field; `path` names the value. Nothing when it may be. */
export function checkValue(
  { type, options }: { type: CustomFieldType; options: readonly string[] | null },
  value: CustomFieldValue,
  path: string,
): FailureDetail[] {
  const { fits, noun } = shapes[type];
  if (!fits(value)) return [{ path, message: `must be ${noun}: the field is of the type ${type}` }];
  if (type !== 'select:single' && type !== 'select:multi') return [];
  const message = 'is not among the options of the field';
  const offered = (item: unknown) => options?.includes(item as string) ?? false;
  if (!Array.isArray(value)) return offered(value) ? [] : [{ path, message }];
  return value.flatMap((item, index) => (offered(item) ? [] : [{ path: `${path}.${index}`, message }]));
}
