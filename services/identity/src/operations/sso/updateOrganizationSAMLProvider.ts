import { contract } from '@quire/contract';
import { notFound, operation } from '@quire/runtime';
import { forgetMembers } from '../../domain/forget-principals.js';
import { readProviderInput } from '../../domain/saml/provider-input.js';
import { providerViewer, requireTeam } from '../../domain/saml/providers.js';
import type { Identity } from '../../identity.js';
import { authorizeRepair } from '../../policies/organization.js';
import { presentSamlProvider } from '../../present/saml-provider.js';
import { findSamlProvider, lockSamlProvider, updateSamlProvider } from '../../tables/saml-provider.js';

export const updateOrganizationSAMLProvider = operation(
  contract.updateOrganizationSAMLProvider,
  async ({ params, body, principal, ifMatch, commit }, identity: Identity) => {
    const { config } = identity;
    authorizeRepair(principal, 'admin', params.organizationId);
    const changes = readProviderInput(body);
    const caller = { principal, publicUrl: config.PUBLIC_URL };
    const done = await commit(async (tx) => {
      const before = await lockSamlProvider(tx, params);
      if (!before) throw notFound('SAML provider');
      const viewer = await providerViewer(tx, [before], caller);
      ifMatch(presentSamlProvider(before, viewer));
      if (Object.values(changes).every((value) => value === undefined)) return presentSamlProvider(before, viewer);
      await requireTeam(tx, { organizationId: params.organizationId, teamId: body.defaultTeam });
      await updateSamlProvider(tx, before.id, changes);
      const after = (await findSamlProvider(tx, params))!;
      return presentSamlProvider(after, await providerViewer(tx, [after], caller));
    });
    await forgetMembers(identity, params.organizationId);
    return done;
  },
);
