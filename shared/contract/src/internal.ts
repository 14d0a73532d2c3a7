import { z } from 'zod';
import { ContentRef } from './schemas/content-ref.js';
import { IntegrationScope } from './schemas/integration-scope.js';
import { Member } from './schemas/member.js';
import { Organization } from './schemas/organization.js';

const PageLayout = z
  .object({
    cover: z.boolean(),
    coverSize: z.enum(['hero', 'full']),
    title: z.boolean(),
    description: z.boolean(),
    tableOfContents: z.boolean(),
    metadata: z.boolean(),
    width: z.enum(['default', 'wide']),
  })
  .partial();

/** Operations that services call on each other, never reachable through the gateway. Signed as a service. */
const role = z.enum(['admin', 'create', 'review', 'edit', 'comment', 'read']).nullable();

const selection = z.union([z.literal('all'), z.array(z.string())]);

const principal = z.object({
  kind: z.enum(['user', 'integration', 'installation', 'site-visitor']),
  userId: z.string(),
  displayName: z.string(),
  email: z.string(),
  photoURL: z.string().optional(),
  instanceAdmin: z.boolean(),
  organizations: z.record(z.string(), z.object({ role, teams: z.array(z.string()) })),
  signOn: z.record(z.string(), z.object({ role, startURL: z.string() })),
  confinedTo: z.string().optional(),
  tokenId: z.string(),
  scopes: z.array(z.enum(['read', 'write', 'admin'])),
  integration: z.string().optional(),
  installation: z
    .object({
      id: z.string(),
      organization: z.string(),
      spaces: selection,
      sites: selection,
      scopes: z.array(IntegrationScope),
    })
    .optional(),
});

const internal = <P extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  operationId: string,
  service: 'identity' | 'content' | 'sites' | 'integrations',
  path: `/internal/${string}`,
  schemas: { params: P; body: B; response: R },
) => ({
  operationId,
  method: 'POST' as const,
  path,
  tag: 'internal',
  service,
  summary: operationId,
  access: 'token' as const,
  query: z.object({}),
  success: 200 as const,
  ...schemas,
});

const introspection = {
  params: z.object({}),
  body: z.union([z.object({ tokenHash: z.string().regex(/^[0-9a-f]{64}$/) }), z.object({ tokenId: z.string() })]),
  response: z.object({ principal: principal.nullable(), expiresAt: z.string().optional() }),
};

/** Keyed by operationId, like the public contract. */
/** `imported` is said of the space, `done` of all of it: then nothing is made again, whatever is deleted later. */
const documentation = z.object({
  space: z.string().optional(),
  imported: z.boolean().optional(),
  site: z.string().optional(),
  done: z.boolean().optional(),
});

export const internalContract = {
  /**
   * The principal of a token given by its SHA-256 (hex) or, for work that goes on without the caller, its id; null for an
   * unknown, expired or revoked one or a disabled user.
   */
  introspectToken: internal('introspectToken', 'identity', '/internal/introspect', introspection),
  /** The same for the tokens of integrations and their installations. */
  introspectIntegrationToken: internal(
    'introspectIntegrationToken',
    'integrations',
    '/internal/introspect',
    introspection,
  ),
  /** The organizations of the given ids or subdomains that exist. */
  getOrganizations: internal('getOrganizations', 'identity', '/internal/organizations', {
    params: z.object({}),
    body: z.object({
      ids: z.array(z.string()).max(1000),
      hostnames: z.array(z.string()).max(1000).optional(),
    }),
    response: z.object({
      organizations: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          hostname: z.string().optional(),
          defaultRole: role,
          sequence: z.number(),
        }),
      ),
    }),
  }),
  /** What has become of Quire's own documentation since the first boot; `organization` is the one that it goes into. */
  getDocumentation: internal('getDocumentation', 'identity', '/internal/documentation', {
    params: z.object({}),
    body: z.object({}),
    response: documentation.extend({ organization: z.string().optional() }),
  }),
  /** Notes how far its import has come; what is not named stays as it is. */
  noteDocumentation: internal('noteDocumentation', 'identity', '/internal/documentation/notes', {
    params: z.object({}),
    body: documentation,
    response: z.object({}),
  }),
  /** The organizations of the given ids that exist, as the viewer sees them. */
  viewOrganizations: internal('viewOrganizations', 'identity', '/internal/organization-views', {
    params: z.object({}),
    body: z.object({ ids: z.array(z.string()).max(1000), viewer: principal }),
    response: z.object({ organizations: z.array(Organization) }),
  }),
  /** Those of the given users who are members of the organization. */
  getMembers: internal('getMembers', 'identity', '/internal/members', {
    params: z.object({}),
    body: z.object({ organization: z.string(), users: z.array(z.string()).max(1000) }),
    response: z.object({
      members: z.array(
        z.object({
          user: z.string(),
          role,
          displayName: z.string(),
          email: z.string(),
          photoURL: z.string().optional(),
          sequence: z.number(),
        }),
      ),
    }),
  }),
  /** The same as the API shows them. */
  describeMembers: internal('describeMembers', 'identity', '/internal/members/described', {
    params: z.object({}),
    body: z.object({ organization: z.string(), users: z.array(z.string()).max(1000) }),
    response: z.object({ members: z.array(Member) }),
  }),
  /** Those of the given teams that the organization has; `ownRole` is that of the `viewer`. */
  getTeams: internal('getTeams', 'identity', '/internal/teams', {
    params: z.object({}),
    body: z.object({ organization: z.string(), teams: z.array(z.string()).max(1000), viewer: z.string() }),
    response: z.object({
      teams: z.array(
        z.object({
          id: z.string(),
          title: z.string(),
          members: z.number(),
          spaces: z.number(),
          createdAt: z.string(),
          ownRole: z.enum(['owner', 'member']).nullable(),
          sequence: z.number(),
        }),
      ),
    }),
  }),
  /** The latest `content.space.*` facts of the given spaces that exist, deleted ones included. */
  getSpaces: internal('getSpaces', 'content', '/internal/spaces', {
    params: z.object({}),
    body: z.object({ ids: z.array(z.string()).max(1000) }),
    response: z.object({ spaces: z.array(z.object({ id: z.string(), sequence: z.number(), data: z.unknown() })) }),
  }),
  /** The host names that sites have of their own, published or not: what the gateway sends to the sites service. */
  listHostnames: internal('listHostnames', 'sites', '/internal/hostnames', {
    params: z.object({}),
    body: z.object({}),
    response: z.object({ hostnames: z.array(z.string()) }),
  }),
  /** The latest `sites.site.*` facts of the given sites that exist. */
  getSites: internal('getSites', 'sites', '/internal/sites', {
    params: z.object({}),
    body: z.object({ ids: z.array(z.string()).max(1000) }),
    response: z.object({ sites: z.array(z.object({ id: z.string(), sequence: z.number(), data: z.unknown() })) }),
  }),
  /** The pages of a revision, in the order of its table of contents: parents before children. Never changes. */
  getRevisionPages: internal('getRevisionPages', 'content', '/internal/revisions/{revisionId}/pages', {
    params: z.object({ revisionId: z.string() }),
    body: z.object({}),
    response: z.object({
      /** Equal for revisions with the same files. */
      files: z.string(),
      pages: z.array(
        z.object({
          id: z.string(),
          parent: z.string().optional(),
          type: z.enum(['document', 'group', 'link']),
          title: z.string(),
          path: z.string(),
          emoji: z.string().optional(),
          description: z.string().optional(),
          hidden: z.boolean(),
          /** Whether search engines are to leave it out. */
          noIndex: z.boolean(),
          pagination: z.boolean(),
          outline: z.boolean(),
          /** What is otherwise than by default. */
          layout: PageLayout.optional(),
          /** A picture above the text: a file of the space or an address. `yPos` moves it down, in pixels. */
          cover: z
            .object({ file: z.string().optional(), url: z.string().optional(), yPos: z.number().optional() })
            .optional(),
          /** Of links. */
          target: ContentRef.optional(),
          /** Name the text and what its links lead to, where there is one. */
          document: z.string().optional(),
          references: z.string().optional(),
          updatedAt: z.string(),
        }),
      ),
    }),
  }),
  /** The files of a revision. Never changes. */
  getRevisionFiles: internal('getRevisionFiles', 'content', '/internal/revisions/{revisionId}/files', {
    params: z.object({ revisionId: z.string() }),
    body: z.object({}),
    response: z.object({
      files: z.array(
        z.object({
          id: z.string(),
          name: z.string(),
          contentType: z.string(),
          sha256: z.string(),
          dimensions: z.object({ width: z.number(), height: z.number() }).optional(),
        }),
      ),
    }),
  }),
  /**
   * A text by its hash, with what its links lead to by the hash of that. Never changes. With `conditions` the Markdown is
   * what a reader sees of whom these hold, and no others.
   */
  getText: internal('getText', 'content', '/internal/texts', {
    params: z.object({}),
    body: z.object({
      document: z.string(),
      references: z.string().optional(),
      conditions: z.array(z.string()).max(1000).optional(),
    }),
    response: z.object({ markdown: z.string(), document: z.unknown() }),
  }),
  /** The pages that were at the given paths of a space's main content before they were renamed or moved. */
  getFormerPages: internal('getFormerPages', 'content', '/internal/former-pages', {
    params: z.object({}),
    body: z.object({ space: z.string(), paths: z.array(z.string()).max(100) }),
    response: z.object({ pages: z.array(z.object({ path: z.string(), page: z.string() })) }),
  }),
  /** Where the bytes of a stored file can be read from content for an hour, as a path there. */
  getFilePath: internal('getFilePath', 'content', '/internal/file-paths', {
    params: z.object({}),
    body: z.object({ sha256: z.string(), name: z.string(), contentType: z.string() }),
    response: z.object({ path: z.string() }),
  }),
  /** Pages in the main content of the given spaces that match, best first, each with its best sections. */
  searchSpaces: internal('searchSpaces', 'content', '/internal/search', {
    params: z.object({}),
    body: z.object({
      spaces: z.array(z.string()).max(1000),
      query: z.string(),
      limit: z.int().min(1).max(1000),
      page: z.string().optional(),
    }),
    response: z.object({
      next: z.object({ page: z.string() }).optional(),
      count: z.number(),
      pages: z.array(
        z.object({
          space: z.string(),
          page: z.string(),
          title: z.string(),
          path: z.string(),
          sections: z.array(z.object({ anchor: z.string(), heading: z.string(), excerpt: z.string() })),
        }),
      ),
    }),
  }),
  /** A specification by its slug: what `getOpenApiDocument` takes, null until the first version is there. */
  findOpenApiSpec: internal('findOpenApiSpec', 'integrations', '/internal/openapi-specs', {
    params: z.object({}),
    body: z.object({ organization: z.string(), slug: z.string() }),
    response: z.object({
      spec: z.string(),
      version: z.string().nullable(),
      visibility: z.enum(['private', 'public']),
    }),
  }),
  /**
   * The document of a version in the OpenAPI version it was written in (2.0, 3.0 or 3.1): every `$ref` in it points into
   * it, in circles where it is meant so. Other files are under `x-quire-files`. Never changes.
   */
  getOpenApiDocument: internal('getOpenApiDocument', 'integrations', '/internal/openapi-documents', {
    params: z.object({}),
    body: z.object({ version: z.string() }),
    response: z.object({ slug: z.string(), organization: z.string(), document: z.record(z.string(), z.unknown()) }),
  }),
};
