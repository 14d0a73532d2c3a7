import { z } from 'zod';
import { JsonObject } from './json.js';
import { Count, Slug, text, Timestamp, Url, WebUrl } from './text.js';
import type { Schema } from './schema.js';

const visibility = z.enum(['private', 'public']);

/** What is wrong with a source, and where, as far as that can be told: `path` is a JSON pointer, lines count from 1. */
const problem = z
  .strictObject({
    message: z.string(),
    code: z.string().optional(),
    file: z.string().optional(),
    path: z.string().optional(),
    line: Count.optional(),
    column: Count.optional(),
  })
  .meta({ id: 'OpenAPIErrorObject' });

export interface OpenApiProblem extends z.infer<typeof problem> {}

const schema = z
  .strictObject({
    object: z.literal('openapi-spec'),
    id: z.string(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
    slug: Slug,
    sourceURL: Url.optional(),
    processingState: z.enum(['pending', 'progress', 'complete']),
    visibility: visibility.optional(),
    lastVersion: z.string().optional(),
    lastProcessedAt: Timestamp.optional(),
    lastProcessErrorCode: z.enum(['FETCH_TIMEOUT', 'FETCH_ERROR', 'PARSE_ERROR']).optional(),
    lastProcessedErrors: z.array(problem).optional(),
    lastProcessedErrorCount: Count.optional(),
    permissions: z.strictObject({ view: z.boolean(), edit: z.boolean() }),
    urls: z.strictObject({ location: Url, app: Url, published: Url.optional() }),
  })
  .meta({ id: 'OpenAPISpec' });

export interface OpenApiSpec extends z.infer<typeof schema> {}
export const OpenApiSpec: Schema<OpenApiSpec> = schema;

const version = z
  .strictObject({
    object: z.literal('openapi-spec-version'),
    id: z.string(),
    createdAt: Timestamp.optional(),
    url: Url,
    urls: z.strictObject({ location: Url }),
  })
  .meta({ id: 'OpenAPISpecVersion' });

export interface OpenApiSpecVersion extends z.infer<typeof version> {}
export const OpenApiSpecVersion: Schema<OpenApiSpecVersion> = version;

const content = z.strictObject({ filesystem: JsonObject, url: Url }).meta({ id: 'OpenAPISpecContent' });

/** The parsed files of a version, and where to fetch them. */
export interface OpenApiSpecContent extends z.infer<typeof content> {}
export const OpenApiSpecContent: Schema<OpenApiSpecContent> = content;

const source = z.union([z.object({ url: WebUrl }), z.object({ text: text({ min: 1 }) })], {
  error: 'must be {url} or {text}',
});

export const OpenApiSpecCreate = z.object({ slug: Slug, source, visibility: visibility.optional() });
export const OpenApiSpecUpdate = z.object({ source, visibility: visibility.optional() });
export const OpenApiSpecChange = z.object({ visibility });
