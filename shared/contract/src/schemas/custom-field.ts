import { z } from 'zod';
import { distinct } from './distinct.js';
import { pattern, text, Timestamp, Url } from './text.js';
import type { Schema } from './schema.js';

const name = pattern(/^[a-z_\-0-9]+$/, 'consist of a-z, 0-9, underscores and hyphens', { min: 1, max: 50 });
const title = text({ max: 100 });
const description = text({ max: 200 });
const placeholder = text({ max: 100 });
const options = distinct(
  z
    .array(text({ min: 1, max: 40 }))
    .min(1, 'must hold at least one option')
    .max(50, 'must hold at most 50 options'),
);
export const CustomFieldType = z.enum(['text', 'number', 'boolean', 'tags', 'select:multi', 'select:single']);
export type CustomFieldType = z.infer<typeof CustomFieldType>;

const schema = z
  .strictObject({
    id: z.string(),
    name,
    title,
    description,
    type: CustomFieldType,
    placeholder,
    options: options.optional(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: z.strictObject({ location: Url }),
    permissions: z.strictObject({ view: z.boolean(), edit: z.boolean() }),
  })
  .meta({ id: 'CustomField' });

export interface CustomField extends z.infer<typeof schema> {}
export const CustomField: Schema<CustomField> = schema;

const valueText = text({ max: 256 });
const valueTexts = distinct(
  z
    .array(valueText)
    .refine(({ length }) => length <= 50, 'must hold at most 50 strings')
    .meta({ maxItems: 50 }),
);
export type CustomFieldValue = string | number | boolean | string[];
export const CustomFieldValue: Schema<CustomFieldValue> = z
  .union([valueText, z.number(), z.boolean(), valueTexts], {
    error: 'must be a string, a number, a boolean or an array of strings',
  })
  .meta({ id: 'CustomFieldValue' });

/** What a space holds for each custom field of its organization; `value` is absent when unset. */
export interface CustomFieldEntry {
  customField: CustomField;
  value?: CustomFieldValue;
}
export const CustomFieldValues: Schema<CustomFieldEntry[]> = z.array(
  z.strictObject({ customField: CustomField, value: CustomFieldValue.optional() }),
);

const valueUpdate = z.object({ value: CustomFieldValue.nullish() }, 'must be an object with a `value`');
const valuesObject = {
  type: 'object',
  maxProperties: 100,
  additionalProperties: {
    type: 'object',
    properties: { value: { anyOf: [{ $ref: '#/components/schemas/CustomFieldValue' }, { type: 'null' }] } },
  },
} as const;

/**
 * By field name; an entry whose `value` is null or absent unsets the field. A map, because a field may have the name of
 * what every object has: as a record, zod would lose `__proto__`.
 */
export const CustomFieldValuesUpdate = z.object({
  values: z.preprocess(
    (raw) => (typeof raw === 'object' && raw !== null && !Array.isArray(raw) ? new Map(Object.entries(raw)) : raw),
    z
      .map(text({ min: 1, max: 50 }), valueUpdate, 'must be an object')
      .register(z.globalRegistry, { override: valuesObject })
      .max(100, 'must name at most 100 fields'),
  ),
});

export const CustomFieldCreate = z.object({
  name,
  type: CustomFieldType,
  title: title.optional(),
  description: description.optional(),
  placeholder: placeholder.optional(),
  options: options.optional(),
});
export const CustomFieldUpdate = z.object({
  title: title.optional(),
  description: description.optional(),
  placeholder: placeholder.optional(),
  options: options.optional(),
});
