import { z } from 'zod';
import { pattern, text, Timestamp, Url } from './text.js';
import type { Schema } from './schema.js';

const name = pattern(/^[a-z_\-0-9]+$/, 'consist of a-z, 0-9, underscores and hyphens', { min: 1, max: 50 });
const title = text({ max: 100 });
const description = text({ max: 200 });
const placeholder = text({ max: 100 });
const options = z
  .array(text({ min: 1, max: 40 }))
  .min(1)
  .max(50);
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
export type CustomFieldValue = string | number | boolean | string[];
export const CustomFieldValue: Schema<CustomFieldValue> = z
  .union([valueText, z.number(), z.boolean(), z.array(valueText)], {
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

/** By field name; an entry without `value` unsets the field. */
export const CustomFieldValuesUpdate = z.object({
  values: z.record(text({ min: 1, max: 50 }), z.object({ value: CustomFieldValue.optional() })),
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
