import { z } from 'zod';
import { MediaType, text, Url } from './text.js';
import type { Schema } from './schema.js';

/** The largest file that can be uploaded, in bytes. */
export const maxUploadSize = 50 * 1024 * 1024;

export const StorageUpload = z.object({
  name: text({ min: 1, max: 256 }),
  contentType: MediaType,
  size: z.int().min(0).max(maxUploadSize),
});

const schema = z.strictObject({ key: z.string(), uploadURL: Url, url: Url }).meta({ id: 'StorageUploadTarget' });

/** PUT the bytes to `uploadURL`; `url` then serves as the address of the file. */
export interface StorageUploadTarget extends z.infer<typeof schema> {}
export const StorageUploadTarget: Schema<StorageUploadTarget> = schema;
