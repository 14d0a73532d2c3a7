import { z } from 'zod';
import type { Schema } from './schema.js';
import { text, WebUrl } from './text.js';

const backend = z.enum(['custom', 'integration']);

const schema = z
  .strictObject({
    object: z.literal('publishing-auth'),
    backend,
    privateKey: z.string(),
    fallbackURL: z.string().optional(),
    integration: z.string().optional(),
  })
  .meta({ id: 'SitePublishingAuth' });

/** How visitors of a site prove who they are: with a JWT that is signed with `privateKey` (HS256). */
export interface SitePublishingAuth extends z.infer<typeof schema> {}
export const SitePublishingAuth: Schema<SitePublishingAuth> = schema;

/** `fallbackURL` null removes it. */
export const SitePublishingAuthUpdate = z.object({
  backend: backend.optional(),
  fallbackURL: WebUrl.nullable().optional(),
});

const content = z
  .strictObject({
    site: z.string(),
    siteSection: z.string().optional(),
    siteSpace: z.string(),
    space: z.string(),
    organization: z.string(),
    /** The path of the page; `/` for the first one. */
    pathname: z.string(),
    /** The part of the address that names the space, and that which names the site. */
    basePath: z.string(),
    siteBasePath: z.string(),
    shareKey: z.string().optional(),
    /** False while a segment that follows may name a section or another space. */
    complete: z.boolean(),
    canonicalUrl: z.string(),
  })
  .meta({ id: 'PublishedSiteContent' });

const redirect = z.strictObject({ target: z.enum(['application', 'content', 'external']), redirect: z.string() });

/** What stands at a published address, or where to look instead. */
export type PublishedSiteContent = z.infer<typeof content>;
export type PublishedRedirect = z.infer<typeof redirect>;
export type PublishedSiteContentLookup = PublishedSiteContent | PublishedRedirect;
export const PublishedSiteContentLookup: Schema<PublishedSiteContentLookup> = z.union([content, redirect]);

/** `visitor.jwtToken` is what a site for authenticated visitors asks for. */
export const PublishedLookup = z.object({
  url: WebUrl,
  redirectOnError: z.boolean().default(false),
  visitor: z.object({ jwtToken: text({ max: 8192 }).optional() }).optional(),
});
