import { z } from 'zod';
import { Count, WebUrl } from './text.js';

export const ImportSource = z.enum([
  'website',
  'docx',
  'markdown',
  'html',
  'zip',
  'confluence',
  'github-wiki',
  'notion',
  'google-docs',
  'dropbox-paper',
  'quip',
  'open-api',
]);
export type ImportSource = z.infer<typeof ImportSource>;

export const ContentImport = z.object({ url: WebUrl, source: ImportSource });
/** `warnings` says what was named but left out, and why: an addition of ours, absent when there is nothing to say. */
export const ContentImportResult = z.strictObject({
  revision: z.string(),
  importedResources: Count,
  totalResources: Count,
  warnings: z.array(z.strictObject({ path: z.string(), message: z.string() })).optional(),
});
export type ContentImportResult = z.infer<typeof ContentImportResult>;
