import { z } from 'zod';
import { Organization } from './organization.js';
import { flag, pageQuery } from './query.js';
import { IntegrationScope } from './integration-scope.js';
import { Base64, Count, Id, pattern, text, Url, WebUrl } from './text.js';
import type { Schema } from './schema.js';

const expression = /^[a-zA-Z0-9\-_.]+$/;
const hint = 'consist of letters, digits, hyphens, underscores and dots';
export const IntegrationName = pattern(expression, hint, { min: 1, max: 100 });
export const IntegrationTarget = z.enum(['all', 'site', 'space', 'organization']);
export type IntegrationTarget = z.infer<typeof IntegrationTarget>;
export const IntegrationVisibility = z.enum(['public', 'private', 'unlisted']);
export type IntegrationVisibility = z.infer<typeof IntegrationVisibility>;
export const IntegrationCategory = z.enum([
  'analytics',
  'collaboration',
  'content',
  'gitsync',
  'marketing',
  'visitor-auth',
  'other',
]);
export type IntegrationCategory = z.infer<typeof IntegrationCategory>;

const title = text({ min: 2, max: 30 });
const description = text({ max: 100 });
const summary = text({ max: 2048 });
const component = z.object({ componentId: text({ min: 1, max: 256 }) });
const described = { title: text({ max: 30 }).optional(), description: text({ max: 100 }).optional() };
const configuration = z.union([
  component,
  z.object({
    properties: z.record(
      text({ min: 1, max: 256 }),
      z.discriminatedUnion('type', [
        z.object({
          type: z.literal('string'),
          ...described,
          default: text().optional(),
          completion_url: text().optional(),
          enum: z.array(text()).optional(),
        }),
        z.object({ type: z.literal('number'), ...described, default: z.number().optional() }),
        z.object({ type: z.literal('boolean'), ...described, default: z.boolean().optional() }),
        z.object({ type: z.literal('button'), ...described, callback_url: text(), button_text: text() }),
      ]),
    ),
    required: z.array(text()).optional(),
  }),
]);
const labelled = {
  id: text({ min: 1, max: 256 }),
  title: text({ min: 2, max: 40 }),
  description: text({ max: 150 }).optional(),
  icon: text().optional(),
};

const parts = {
  blocks: z
    .array(
      z.object({
        ...labelled,
        urlUnfurl: z.array(text()).optional(),
        markdown: z.object({ codeblock: text(), body: text() }).optional(),
      }),
    )
    .optional(),
  contentSources: z.array(z.object({ ...labelled, configuration: component.optional() })).optional(),
  configurations: z.object({ account: configuration, space: configuration, site: configuration }).partial().optional(),
  contentSecurityPolicy: z.union([text(), z.record(text(), text())]).optional(),
};
const externalLinks = z.array(z.object({ url: WebUrl, label: text() })).max(5);

const schema = z
  .strictObject({
    object: z.literal('integration'),
    name: IntegrationName,
    version: z.number(),
    title,
    description: description.optional(),
    summary: summary.optional(),
    previewImages: z.array(z.string()).max(3),
    target: IntegrationTarget,
    verified: z.boolean(),
    visibility: IntegrationVisibility,
    scopes: z.array(IntegrationScope),
    categories: z.array(IntegrationCategory),
    externalLinks,
    owner: Organization,
    urls: z.strictObject({ location: Url, icon: Url.optional(), app: Url, assets: Url, publicEndpoint: Url }),
    permissions: z.strictObject({ admin: z.boolean(), install: z.boolean() }),
    ...parts,
  })
  .meta({ id: 'Integration' });

export interface Integration extends z.infer<typeof schema> {}
export const Integration: Schema<Integration> = schema;

const asset = z
  .strictObject({
    object: z.literal('integration-asset'),
    name: z.string(),
    contentType: z.string(),
    size: Count,
    urls: z.strictObject({ location: Url }),
  })
  .meta({ id: 'IntegrationAsset' });

/** An image of an integration: its icon, or one of its previews. */
export interface IntegrationAsset extends z.infer<typeof asset> {}
export const IntegrationAsset: Schema<IntegrationAsset> = asset;

/** `organization` is an id or a subdomain. */
export const IntegrationPublish = z.object({
  icon: Base64.optional(),
  title,
  description,
  summary: summary.optional(),
  previewImages: z.array(Base64).max(3).optional(),
  visibility: IntegrationVisibility.optional(),
  target: IntegrationTarget.optional(),
  scopes: z.array(IntegrationScope).optional(),
  categories: z.array(IntegrationCategory).optional(),
  externalLinks: externalLinks.optional(),
  script: text(),
  /** How the script is started; `v1` unless told otherwise. */
  runtime: z.enum(['v1', 'v2']).optional(),
  organization: Id,
  secrets: z.record(text(), text()).optional(),
  ...parts,
});

export const integrationListQuery = pageQuery.extend({
  search: text({ max: 512 }).optional(),
  category: IntegrationCategory.optional(),
  blockDomain: pattern(expression, hint, { min: 1, max: 100 }).optional(),
  blocks: flag(),
  contentSources: flag(),
  owner: Id.optional(),
});

/** The blocks of one integration. */
export const IntegrationBlocks = z.strictObject({ name: IntegrationName, blocks: schema.shape.blocks.unwrap() });

export const integrationSearchQuery = pageQuery.extend({ search: text({ max: 512 }).optional() });
