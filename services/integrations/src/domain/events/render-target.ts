import type { BodyOf, contract } from '@quire/contract';
import { atLeast, forbidden, notFound, type Principal, requireSignOn, type Role } from '@quire/runtime';
import type { Integrations } from '../../integrations.js';
import { roleIn } from '../../policies/integration.js';
import { findInstallationAt, organizationOfPlace } from '../../tables/integration-event.js';

type RenderContext = BodyOf<typeof contract.renderIntegrationUIWithPost>['context'];

export interface RenderTarget {
  organization: string;
  installation: string;
  spaceId?: string | undefined;
  siteId?: string | undefined;
}

/** The installation that a component is rendered for. 404 for what the caller is no member of, 403 for what they may not configure. */
export async function installationFor(
  { db }: Pick<Integrations, 'db'>,
  { integration, context, principal }: { integration: string; context: RenderContext; principal: Principal },
): Promise<RenderTarget> {
  const spaceId = 'spaceId' in context ? context.spaceId : undefined;
  const siteId = 'siteId' in context ? context.siteId : undefined;
  const place =
    siteId === undefined ? { kind: 'spaces' as const, id: spaceId } : { kind: 'sites' as const, id: siteId };
  const owner = place.id === undefined ? undefined : await organizationOfPlace(db, place.kind, place.id);
  const organization = 'organizationId' in context ? context.organizationId : owner;
  if (organization === undefined || (place.id !== undefined && owner !== organization)) throw notFound('installation');
  requireSignOn(principal, organization);
  if (!Object.hasOwn(principal.organizations, organization)) throw notFound('installation');
  const needed: Role = context.type === 'document' ? 'read' : 'admin';
  if (!atLeast(roleIn(principal, organization), needed)) {
    throw forbidden(`This takes the role "${needed}" in the organization.`);
  }
  const installation = await findInstallationAt(db, integration, organization);
  if (installation === undefined) throw notFound('installation');
  return { organization, installation, spaceId, siteId };
}
