import { contract } from '@quire/contract';
import { operation } from '@quire/runtime';
import type { Identity } from '../../identity.js';
import { authorizeSignOn } from '../../policies/sso.js';
import { presentSsoLogin } from '../../present/saml-provider.js';
import { listActiveSamlProviders } from '../../tables/saml-provider.js';

export const listSSOProviderLoginsInOrganization = operation(
  contract.listSSOProviderLoginsInOrganization,
  async ({ params, principal }, { db, config }: Identity) => {
    authorizeSignOn(principal, params.organizationId);
    const providers = await listActiveSamlProviders(db, params.organizationId);
    return { items: providers.map((provider) => presentSsoLogin(provider, config.PUBLIC_URL)) };
  },
);
