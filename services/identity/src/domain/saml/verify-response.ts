import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import type { ActiveSamlProvider } from '../../tables/saml-provider.js';
import { Assertion } from './assertion.js';
import { readCertificates } from './certificates.js';
import { type Claims, checkClaims } from './claims.js';
import { type Envelope, openEnvelope } from './envelope.js';
import { type Person, readPerson } from './person.js';
import { SignOnRefused } from './refusal.js';
import { type ServiceAddresses, serviceAddresses } from './service-provider.js';

/**
 * Reads who signed on out of the `SAMLResponse` of a form. Everything comes from the assertion as its signature covers it.
 * What needs the database is left: that the request waits for this answer, and that the assertion was not used before.
 */
export async function verifyResponse(
  samlResponse: string,
  { provider, publicUrl, now }: { provider: ActiveSamlProvider; publicUrl: string; now: Date },
): Promise<{ claims: Claims; person: Person }> {
  const addresses = serviceAddresses(provider, publicUrl);
  const envelope = await openEnvelope(samlResponse);
  const assertion = await signedAssertion(envelope, provider, addresses);
  const claims = checkClaims(assertion, envelope, { issuer: provider.entity_id, addresses, now });
  return { claims, person: readPerson(assertion) };
}

async function signedAssertion(
  { xml }: Envelope,
  { certificate }: ActiveSamlProvider,
  { acsURL, entityID }: ServiceAddresses,
): Promise<Assertion> {
  const saml = new SAML({
    issuer: entityID,
    callbackUrl: acsURL,
    idpCert: readCertificates(certificate) ?? [],
    wantAssertionsSigned: true,
    wantAuthnResponseSigned: false,
    // What the assertion says is checked with our own clock and tables, in `checkClaims` and `signOn`.
    audience: false,
    acceptedClockSkewMs: -1,
    validateInResponseTo: ValidateInResponseTo.never,
  });
  const { profile } = await saml
    .validatePostResponseAsync({ SAMLResponse: Buffer.from(xml).toString('base64') })
    .catch((error: Error) => {
      throw new SignOnRefused('signature', error.message);
    });
  const parsed = Assertion.safeParse(profile?.getAssertion?.());
  if (!parsed.success) {
    throw new SignOnRefused('structure', parsed.error.issues.map(({ path }) => path.join('.')).join(' '));
  }
  return parsed.data;
}
