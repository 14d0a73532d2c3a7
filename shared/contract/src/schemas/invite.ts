import { z } from 'zod';
import { RoleOrGuest } from './role.js';
import { Count, Email } from './text.js';
import type { Schema } from './schema.js';

const schema = z
  .strictObject({ object: z.literal('invite'), id: z.string(), role: RoleOrGuest, redundant: z.boolean() })
  .meta({ id: 'OrganizationInvite' });

/** A link that lets whoever has it join; `redundant` when its role is not above the organization's default. */
export interface Invite extends z.infer<typeof schema> {}
export const Invite: Schema<Invite> = schema;

export interface InviteJoined {}
/** Joining answers an empty object. */
export const InviteJoined: Schema<InviteJoined> = z.strictObject({});

export const InviteInput = z.object({ role: RoleOrGuest });

/** Invitations by e-mail; an entry without a role takes the common one. */
export const EmailInvites = z.object({
  emails: z
    .array(
      z.union([Email, z.object({ email: Email, role: RoleOrGuest })], {
        error: 'must be an e-mail address or {email, role}',
      }),
    )
    .min(1)
    .max(1000),
  role: RoleOrGuest.optional(),
  sso: z.boolean().optional(),
});

const result = z.strictObject({
  users: z.array(z.string()),
  invited: Count,
  failedSSOEmails: z.array(z.string()).optional(),
});

/** Ids of the users that were invited, and how many they are. */
export interface EmailInvitesResult extends z.infer<typeof result> {}
export const EmailInvitesResult: Schema<EmailInvitesResult> = result;
