import { contract } from '@quire/contract';
import { newId, notFound, operation } from '@quire/runtime';
import { forgetMembers } from '../../domain/forget-principals.js';
import { readProviderInput } from '../../domain/saml/provider-input.js';
import { providerViewer, requireTeam } from '../../domain/saml/providers.js';
import type { Identity } from '../../identity.js';
import { authorizeRepair } from '../../policies/organization.js';
import { presentSamlProvider } from '../../present/saml-provider.js';
import { findOrganization } from '../../tables/organization.js';
import { insertSamlProvider } from '../../tables/saml-provider.js';

export const createOrganizationSAMLProvider = operation(
  contract.createOrganizationSAMLProvider,
  async ({ params: { organizationId }, body, principal, commit }, identity: Identity) => {
    const { clock, config } = identity;
    authorizeRepair(principal, 'admin', organizationId);
    const input = readProviderInput(body);
    const done = await commit(async (tx) => {
      const organization = await findOrganization(tx, organizationId);
      if (!organization) throw notFound('organization');
      await requireTeam(tx, { organizationId, teamId: body.defaultTeam });
      const now = clock();
      const provider = {
        id: newId(now.getTime()),
        organization_id: organizationId,
        label: body.label,
        entity_id: input.entity_id ?? null,
        certificate: input.certificate ?? null,
        sso_url: input.sso_url ?? null,
        default_team_id: input.default_team_id ?? null,
        default_role: body.defaultRole === undefined ? organization.default_role : body.defaultRole,
        created_at: now,
      };
      await insertSamlProvider(tx, provider);
      const viewer = await providerViewer(tx, [provider], { principal, publicUrl: config.PUBLIC_URL });
      return presentSamlProvider(provider, viewer);
    });
    await forgetMembers(identity, organizationId);
    return done;
  },
);
