import { z } from 'zod';
import { RoleOrGuest } from './role.js';
import { EmailDomain, Id, SubdomainName, text, Timestamp, Url, WebUrl } from './text.js';
import type { Schema } from './schema.js';

export const OrganizationType = z.enum(['business', 'community']);
export type OrganizationType = z.infer<typeof OrganizationType>;
export const OrganizationUseCase = z.enum([
  'internalDocs',
  'docsSite',
  'audienceControlledSite',
  'productDocs',
  'teamKnowledgeBase',
  'designSystem',
  'openSourceDocs',
  'notes',
  'other',
]);
export type OrganizationUseCase = z.infer<typeof OrganizationUseCase>;
export const OrganizationCommunityType = z.enum(['nonProfit', 'openSource', 'education']);
export type OrganizationCommunityType = z.infer<typeof OrganizationCommunityType>;
export const OrganizationPlan = z.enum([
  'free_2024',
  'plus_2024',
  'pro_2024',
  'enterprise_2024',
  'community_2024',
  'free',
  'plus',
  'pro',
  'internal',
]);
export type OrganizationPlan = z.infer<typeof OrganizationPlan>;
export const OrganizationDefaultContent = z.object({ type: z.literal('site'), site: Id });
export type OrganizationDefaultContent = z.infer<typeof OrganizationDefaultContent>;
export const OrganizationTitle = text({ min: 2, max: 255 });

const schema = z
  .strictObject({
    object: z.literal('organization'),
    id: z.string(),
    title: OrganizationTitle,
    createdAt: Timestamp,
    emailDomains: z.array(z.string()),
    hostname: SubdomainName.optional(),
    type: OrganizationType,
    useCase: OrganizationUseCase.optional(),
    communityType: OrganizationCommunityType.optional(),
    defaultRole: RoleOrGuest.optional(),
    defaultContent: OrganizationDefaultContent.nullable().optional(),
    sso: z.boolean().optional(),
    ai: z.boolean().optional(),
    inviteLinks: z.boolean(),
    plan: OrganizationPlan,
    billing: z
      .strictObject({
        interval: z.string(),
        endDate: Timestamp,
        hasPaymentFailed: z.boolean(),
        isScheduledToCancel: z.boolean(),
      })
      .partial()
      .optional(),
    urls: z.strictObject({ location: Url, app: Url, logo: Url.optional() }),
    trial: z.strictObject({ status: z.string(), endDate: Timestamp, decision: z.string() }).partial().optional(),
    customHostname: z.string().optional(),
    blocked: z.strictObject({ reason: z.string() }).optional(),
    internal_billingMigration: z
      .strictObject({ deadline: Timestamp, discountPercent: z.number(), discountEndDate: Timestamp })
      .partial()
      .optional(),
    internal_isOnNewTrial: z.literal(true).optional().meta({ deprecated: true }),
    permissions: z.strictObject({
      view: z.boolean(),
      admin: z.boolean(),
      ownTeam: z.boolean(),
      createContent: z.boolean(),
      createOpenAPISpec: z.boolean(),
      viewBilling: z.boolean(),
      listMembers: z.boolean(),
      listTeams: z.boolean(),
      listIntegrations: z.boolean(),
    }),
  })
  .meta({ id: 'Organization' });

export interface Organization extends z.infer<typeof schema> {}
export const Organization: Schema<Organization> = schema;

/** At most 1,000; the same name twice, in whatever case, counts once. */
const EmailDomains = z.array(EmailDomain).max(1000);

export const OrganizationCreate = z.object({
  title: OrganizationTitle,
  type: OrganizationType.optional(),
  useCase: OrganizationUseCase.optional(),
  communityType: OrganizationCommunityType.optional(),
  hostname: SubdomainName.optional(),
  emailDomains: EmailDomains.optional(),
  defaultRole: RoleOrGuest.optional(),
});

export const OrganizationUpdate = z.object({
  title: OrganizationTitle.optional(),
  emailDomains: EmailDomains.optional(),
  hostname: SubdomainName.optional(),
  defaultRole: RoleOrGuest.optional(),
  defaultContent: OrganizationDefaultContent.nullable().optional(),
  logo: WebUrl.nullable().optional(),
  sso: z.boolean().optional(),
  ai: z.boolean().optional(),
  inviteLinks: z.boolean().optional(),
});

export const OrganizationsForEmailDomain: Schema<{ organizations: Organization[] }> = z.strictObject({
  organizations: z.array(Organization),
});
