import { z } from 'zod';
import { RoleOrGuest } from './role.js';
import { Team } from './team.js';
import { Id, text, Timestamp, Url, WebUrl } from './text.js';
import type { Schema } from './schema.js';

const label = text({ min: 1, max: 30 });
const entityID = text({ max: 1024 });
const certificate = text({ max: 10_000 });

const schema = z
  .strictObject({
    object: z.literal('saml-provider'),
    id: z.string(),
    label,
    status: z.enum(['active', 'pending']).optional(),
    ssoURL: Url.optional(),
    entityID: entityID.optional(),
    certificate: certificate.optional(),
    defaultTeam: Team.optional(),
    defaultRole: RoleOrGuest,
    createdAt: Timestamp,
    service: z.strictObject({ acsURL: Url, startURL: Url, entityID: z.string() }),
    urls: z.strictObject({ location: Url }),
  })
  .meta({ id: 'SAMLProvider' });

/** An identity provider; `service` is what it has to know about this side. */
export interface SamlProvider extends z.infer<typeof schema> {}
export const SamlProvider: Schema<SamlProvider> = schema;

const input = z.object({
  label,
  entityID: entityID.optional(),
  certificate: certificate.optional(),
  ssoURL: WebUrl.optional(),
  defaultTeam: Id.optional(),
  defaultRole: RoleOrGuest.optional(),
});
export const SamlProviderCreate = input;
export const SamlProviderUpdate = input.partial();

/** `returnTo` is a path of this instance to come back to, carried as RelayState. */
export const samlStartQuery = z.object({ returnTo: text({ min: 1, max: 512 }).optional() });

const login = z.strictObject({ id: z.string(), label: z.string(), startURL: Url }).meta({ id: 'SSOProviderLogin' });

export interface SsoLogin extends z.infer<typeof login> {}
export const SsoLogins: Schema<{ items: SsoLogin[] }> = z.strictObject({ items: z.array(login) });
