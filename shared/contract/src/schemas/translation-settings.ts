import { z } from 'zod';
import { distinct } from './distinct.js';
import { text, Timestamp, Url } from './text.js';
import type { Schema } from './schema.js';

// biome-ignore format: one code per line would fill a screen
export const languages = [
  'en', 'fr', 'de', 'es', 'it', 'pt', 'pt-br', 'ru', 'ja', 'zh', 'zh-tw', 'yue', 'ko', 'ar', 'hi', 'nl', 'pl', 'tr', 'sv', 'no',
  'da', 'fi', 'el', 'cs', 'hu', 'ro', 'th', 'vi', 'id', 'ms', 'he', 'uk', 'sk', 'bg', 'hr', 'lt', 'lv', 'et', 'sl',
] as const;
export const Language = z.enum(languages, 'must be a language code').meta({ id: 'Language' });
export type Language = z.infer<typeof Language>;

const title = text({ min: 1, max: 100 });

const schema = z
  .strictObject({
    object: z.literal('translation-settings'),
    id: z.string(),
    title,
    languages: z.array(Language),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    permissions: z.strictObject({ view: z.boolean(), edit: z.boolean() }),
    urls: z.strictObject({ location: Url }),
  })
  .meta({ id: 'TranslationSettings' });

export interface TranslationSettings extends z.infer<typeof schema> {}
export const TranslationSettings: Schema<TranslationSettings> = schema;

export const TranslationSettingsInput = z.object({ title, languages: distinct(z.array(Language)).optional() });
