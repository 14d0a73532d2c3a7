import { type ApiResponse } from '@quire/testing';
import type { factories } from '../factories.js';
import type { IdentityFixture } from '../identity-service.js';
import type { Statement } from './messages.js';
import { newSigner, type Signer } from './signer.js';

export const issuer = 'https://idp.example.com/metadata';

export interface TestProvider {
  organizationId: string;
  id: string;
  adminToken: string;
  service: { acsURL: string; startURL: string; entityID: string };
  /** What an honest identity provider says of somebody. */
  says(email: string): Statement;
}

/** An organization with an identity provider that people can sign on with. */
export async function foundWithProvider(
  identity: IdentityFixture,
  make: ReturnType<typeof factories>,
  { signer, ...fields }: { signer: Signer } & Record<string, unknown>,
): Promise<TestProvider> {
  const { admin, organizationId } = await make.founded();
  const body = {
    label: 'Okta',
    entityID: issuer,
    ssoURL: 'https://idp.example.com/sso',
    certificate: signer.certificate,
    ...fields,
  };
  const path = `/v1/orgs/${organizationId}/saml`;
  const provider = (await identity.as(admin.token).post(path, body, { expect: 201 })).body;
  const { acsURL, entityID } = provider.service;
  return {
    organizationId,
    id: provider.id,
    adminToken: admin.token,
    service: provider.service,
    says: (email) => ({ issuer, audience: entityID, recipient: acsURL, email, now: identity.now }),
  };
}

/** Posts a form as the browser does; addresses may be those of the public instance. */
export async function postForm(
  baseUrl: string,
  address: string,
  fields: Record<string, string>,
): Promise<ApiResponse<string>> {
  const response = await fetch(baseUrl + new URL(address).pathname, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(fields),
  });
  return { status: response.status, headers: response.headers, body: await response.text() };
}

/** The token in the session cookie of an answer. */
export const sessionOf = ({ headers }: ApiResponse): string | undefined =>
  /^quire_session=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1];

export const trusted = newSigner('idp.example.com');
