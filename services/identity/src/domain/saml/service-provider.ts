import { generateServiceProviderMetadata, SAML } from '@node-saml/node-saml';
import type { ActiveSamlProvider, SamlProviderRow } from '../../tables/saml-provider.js';

/** What an identity provider has to know about this side. */
export interface ServiceAddresses {
  acsURL: string;
  startURL: string;
  /** Also the address of the metadata. */
  entityID: string;
}

export function serviceAddresses(
  { id, organization_id }: Pick<SamlProviderRow, 'id' | 'organization_id'>,
  publicUrl: string,
): ServiceAddresses {
  const base = `${publicUrl}/v1/orgs/${organization_id}/saml/${id}`;
  return { acsURL: `${base}/acs`, startURL: `${base}/start`, entityID: `${base}/metadata` };
}

/** Whether people can sign on with the provider: all that it takes has been entered. */
export function isActive(provider: SamlProviderRow): provider is ActiveSamlProvider {
  return provider.entity_id !== null && provider.certificate !== null && provider.sso_url !== null;
}

/** Metadata as XML. */
export function serviceMetadata(id: string, { acsURL, entityID }: ServiceAddresses): string {
  return generateServiceProviderMetadata({
    issuer: entityID,
    callbackUrl: acsURL,
    wantAssertionsSigned: true,
    identifierFormat: null,
    generateUniqueId: () => `_${id}`,
  });
}

/** Where to send a browser with a request for an answer. */
export function authorizeUrl(
  provider: ActiveSamlProvider,
  { addresses, requestId, relayState = '' }: { addresses: ServiceAddresses; requestId: string; relayState?: string },
): Promise<string> {
  const saml = new SAML({
    issuer: addresses.entityID,
    callbackUrl: addresses.acsURL,
    idpCert: provider.certificate,
    entryPoint: provider.sso_url,
    // How people prove who they are, and what they are called, is up to their identity provider.
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    generateUniqueId: () => requestId,
  });
  return saml.getAuthorizeUrlAsync(relayState, undefined, {});
}
