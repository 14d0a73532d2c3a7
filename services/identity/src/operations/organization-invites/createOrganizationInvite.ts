import { contract } from '@quire/contract';
import { newId, operation } from '@quire/runtime';
import type { Identity } from '../../identity.js';
import { authorize } from '../../policies/organization.js';
import { presentInvite } from '../../present/invite.js';
import { insertInvite } from '../../tables/invite.js';

export const createOrganizationInvite = operation(
  contract.createOrganizationInvite,
  async ({ params: { organizationId }, body, principal, commit, location }, { config, clock }: Identity) => {
    authorize(principal, 'admin', organizationId);
    const now = clock();
    return commit(async (tx) => {
      const row = { id: newId(now.getTime()), organization_id: organizationId, role: body.role, created_at: now };
      const invite = presentInvite(await insertInvite(tx, row), config);
      location(`${config.PUBLIC_URL}/v1/orgs/${organizationId}/link-invites/${invite.id}`);
      return invite;
    });
  },
);
