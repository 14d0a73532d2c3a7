import { atLeast, forbidden, notFound, type Principal, requireSignOn, type Role } from '@quire/runtime';
import type { OpenApiSpecRow } from '../tables/openapi-spec.js';

/** What a member's role gives on the specifications of their organization; guests see public ones only, as anybody does. */
const rules = {
  view: (role) => role !== null,
  edit: (role) => atLeast(role, 'create'),
} as const satisfies Record<string, (role: Role | null) => boolean>;

type OpenApiRight = keyof typeof rules;

/** What the scopes of its integration give an installation in its organization. */
const scopes = { view: /^openapi:/, edit: /^openapi:write$/ } as const satisfies Record<OpenApiRight, RegExp>;

/** Whether the caller's role in the organization, or the scopes of an installation there, give the right. */
export function may({ organizations, installation }: Principal, right: OpenApiRight, organizationId: string): boolean {
  if (installation)
    return (
      installation.organization === organizationId && installation.scopes.some((scope) => scopes[right].test(scope))
    );
  const membership = Object.hasOwn(organizations, organizationId) ? organizations[organizationId] : undefined;
  return membership !== undefined && rules[right](membership.role);
}

/** On the specifications of an organization as a whole: 404 for outsiders, 403 for members without the right or the sign-on. */
export function authorizeInOrganization(principal: Principal, right: OpenApiRight, organizationId: string): void {
  requireSignOn(principal, organizationId);
  if (!Object.hasOwn(principal.organizations, organizationId)) throw notFound('organization');
  if (!may(principal, right, organizationId)) throw forbidden();
}

/** Returns a specification: 404 for those who may not see it, 403 for those who may but lack the right or the sign-on. */
export function authorize(
  principal: Principal,
  right: OpenApiRight,
  { organizationId, spec }: { organizationId: string; spec: OpenApiSpecRow | undefined },
): OpenApiSpecRow {
  requireSignOn(principal, organizationId);
  if (!spec) throw notFound('OpenAPI specification');
  const permissions = openApiPermissions(principal, spec);
  if (!permissions.view) throw notFound('OpenAPI specification');
  if (!permissions[right]) throw forbidden();
  return spec;
}

export function openApiPermissions(principal: Principal, { organization_id, visibility }: OpenApiSpecRow) {
  return {
    view: visibility === 'public' || may(principal, 'view', organization_id),
    edit: may(principal, 'edit', organization_id),
  };
}
