import { z } from 'zod';
import { pageQuery } from './query.js';
import type { Schema } from './schema.js';
import { Id, pattern, text } from './text.js';

/** A path on a site, encoded as in an address. */
const source = pattern(
  /^(?:\/(?:[A-Za-z0-9._~-]|%[0-9A-Fa-f]{2})+)+$/,
  'be a path such as /old/page, without query and with other characters percent-encoded',
  { min: 2, max: 512 },
);

const destination = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('site-section'), siteSectionId: Id }),
  z.object({ kind: z.literal('site-space'), siteSpaceId: Id }),
  z.object({ kind: z.literal('site-page'), siteSpaceId: Id, pageId: Id }),
]);
export type SiteRedirectDestination = z.infer<typeof destination>;

const schema = z
  .strictObject({ object: z.literal('site-redirect'), id: z.string(), source: z.string(), destination })
  .meta({ id: 'SiteRedirect' });

/** Where an address that is none any more leads. */
export interface SiteRedirect extends z.infer<typeof schema> {}
export const SiteRedirect: Schema<SiteRedirect> = schema;

export const SiteRedirectCreate = z.object({ source, destination });
export const SiteRedirectUpdate = z.object({ source: source.optional(), destination: destination.optional() });
export const siteRedirectListQuery = pageQuery.extend({ search: text({ max: 512 }).optional() });
export const siteRedirectQuery = z.object({ source, shareKey: text({ max: 256 }).optional() });
export const SiteRedirectTarget = z.strictObject({ redirect: schema, target: z.string() });
