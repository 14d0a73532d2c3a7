import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { forgetPrincipals } from '../../domain/forget-principals.js';
import { inviteByEmail } from '../../domain/invites.js';
import type { Identity } from '../../identity.js';
import { authorize } from '../../policies/organization.js';
import { findOrganization } from '../../tables/organization.js';
import { findUserIdsByEmail } from '../../tables/user.js';

export const inviteUsersToOrganization = operation(
  contract.inviteUsersToOrganization,
  async ({ params, body, principal, commit }, identity: Identity) => {
    authorize(principal, 'admin', params.organizationId);
    const organization = await findOrganization(identity.db, params.organizationId);
    const { role = organization?.default_role ?? null, sso = false } = body;
    const invitations = body.emails.map((entry) =>
      typeof entry === 'string' ? { email: entry, role, sso } : { ...entry, sso },
    );
    const done = await commit(async (tx) => {
      const { joined, notSignedOn } = await inviteByEmail(tx, params.organizationId, invitations, identity.clock());
      const failed = notSignedOn.length > 0 ? { failedSSOEmails: notSignedOn } : {};
      return { users: joined, invited: joined.length, ...failed };
    });
    // All of them: after a failure to forget them, those who had joined are members already when it is tried again.
    const people = await findUserIdsByEmail(
      identity.db,
      invitations.map(({ email }) => email),
    );
    await forgetPrincipals(
      identity,
      people.map(({ id }) => id),
    );
    return done;
  },
);
