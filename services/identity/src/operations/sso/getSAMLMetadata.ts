import { contract } from '@quire/contract';
import { notFound, rawOperation } from '@quire/runtime';
import { serviceAddresses, serviceMetadata } from '../../domain/saml/service-provider.js';
import type { Identity } from '../../identity.js';
import { findSamlProvider } from '../../tables/saml-provider.js';

/** Also of a provider that is not set up completely: identity providers want to read it first. */
export const getSAMLMetadata = rawOperation(contract.getSAMLMetadata, async ({ params }, { db, config }: Identity) => {
  const provider = await findSamlProvider(db, params);
  if (!provider) throw notFound('SAML provider');
  return {
    status: 200,
    headers: { 'Content-Type': 'application/samlmetadata+xml; charset=utf-8' },
    body: serviceMetadata(provider.id, serviceAddresses(provider, config.PUBLIC_URL)),
  };
});
