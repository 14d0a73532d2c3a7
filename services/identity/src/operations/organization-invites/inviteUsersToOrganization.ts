import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import { forgetPrincipals } from '../../domain/forget-principals.js';
import { inviteByEmail } from '../../domain/invites.js';
import type { Identity } from '../../identity.js';
import { authorize } from '../../policies/organization.js';
import { findOrganization } from '../../tables/organization.js';

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
      const users = await inviteByEmail(tx, params.organizationId, invitations, identity.clock());
      return { users, invited: users.length };
    });
    await forgetPrincipals(identity, done.value.users);
    return done;
  },
);
