import { z } from 'zod';
import { Integration } from './integration.js';
import { JsonObject } from './json.js';
import { pageQuery } from './query.js';
import { Count, Id, text, Timestamp, Url } from './text.js';
import type { Schema } from './schema.js';

const selection = z.enum(['all', 'selected']);
const status = z.enum(['active', 'pending', 'paused']);

const schema = z
  .strictObject({
    id: z.string(),
    status,
    space_selection: selection,
    site_selection: selection,
    spaces: Count,
    configuration: JsonObject,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    urls: z.strictObject({ location: Url, app: Url, publicEndpoint: Url }),
    externalIds: z.array(z.string()).max(5),
    target: z.strictObject({ organization: z.string() }),
  })
  .meta({ id: 'Installation' });

/** An integration in one organization. */
export interface Installation extends z.infer<typeof schema> {}
export const Installation: Schema<Installation> = schema;

const place = {
  integration: z.string(),
  installation: z.string(),
  status,
  configuration: JsonObject,
  externalIds: z.array(z.string()).max(5),
  urls: z.strictObject({ location: Url, publicEndpoint: Url }),
};
const onSpace = z.strictObject({ ...place, space: z.string() }).meta({ id: 'SpaceInstallation' });
const onSite = z.strictObject({ ...place, site: z.string() }).meta({ id: 'SiteInstallation' });

/** What an installation has on one space. */
export interface SpaceInstallation extends z.infer<typeof onSpace> {}
export const SpaceInstallation: Schema<SpaceInstallation> = onSpace;

/** The same on a site. */
export interface SiteInstallation extends z.infer<typeof onSite> {}
export const SiteInstallation: Schema<SiteInstallation> = onSite;

const changes = {
  /** At most 64 KiB as JSON; takes the place of what was there. */
  configuration: JsonObject.optional(),
  externalIds: z
    .array(text({ min: 1, max: 256 }))
    .max(5)
    .optional(),
};
/** `organization` is an id or a subdomain. */
export const InstallationCreate = z.object({ organization: Id });
export const InstallationUpdate = z.object({
  ...changes,
  space_selection: selection.optional(),
  site_selection: selection.optional(),
});
export const PlaceUpdate = z.object(changes);

export const InstallationToken: Schema<{ token: string; expiresAt: string }> = z.strictObject({
  token: z.string(),
  expiresAt: Timestamp,
});

const installed = z
  .strictObject({ installation: schema, integration: Integration })
  .meta({ id: 'InstalledIntegration' });

/** An installation with what is installed. */
export interface InstalledIntegration extends z.infer<typeof installed> {}
export const InstalledIntegration: Schema<InstalledIntegration> = installed;

export const installationListQuery = pageQuery.extend({ externalId: text({ min: 1, max: 256 }).optional() });
