import { isUtf8 } from 'node:buffer';
import { parseDomFromString, xpath } from '@node-saml/node-saml/lib/xml.js';
import { SignOnRefused } from './refusal.js';

/** The message around an assertion. Only the assertion has to be signed: nothing here may be believed, only held against it. */
export interface Envelope {
  xml: string;
  issuer?: string | undefined;
  destination?: string | undefined;
  inResponseTo?: string | undefined;
  signed: boolean;
}

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const assertions = 'urn:oasis:names:tc:SAML:2.0:assertion';
const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** SHA-1 is missing: whoever can make collisions could have one thing signed and show another. */
const strongAlgorithms: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/** Reads the `SAMLResponse` of a form and refuses what no honest identity provider sends, before any signature is checked. */
export async function openEnvelope(samlResponse: string): Promise<Envelope> {
  const xml = decode(samlResponse);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new SignOnRefused('document-type');
  refuseMonsters(xml);
  const document = await parseDomFromString(xml).catch((error: Error) => {
    throw new SignOnRefused('malformed', error.message);
  });
  const count = (path: string) => xpath.selectElements(document, path).length;
  const attributes = (path: string) =>
    (xpath.selectAttributes(document, path) as { value: string }[]).map(({ value }) => value);
  const texts = (path: string) =>
    (xpath.selectElements(document, path) as { textContent: string | null }[]).map(({ textContent }) => textContent);

  const response = `/*[local-name()='Response' and namespace-uri()='${protocol}']`;
  if (count(response) !== 1 || count(`//*[local-name()='Response']`) !== 1) throw new SignOnRefused('structure');
  const status = attributes(`${response}/*[local-name()='Status']/*[local-name()='StatusCode']/@Value`);
  if (status.length !== 1 || status[0] !== success) throw new SignOnRefused('status', status.join(' '));
  if (count(`//*[local-name()='EncryptedAssertion']`) > 0) throw new SignOnRefused('encrypted');
  const assertion = `${response}/*[local-name()='Assertion' and namespace-uri()='${assertions}']`;
  if (count(assertion) !== 1 || count(`//*[local-name()='Assertion']`) !== 1) throw new SignOnRefused('structure');
  const algorithms = attributes(`//*[local-name()='SignatureMethod' or local-name()='DigestMethod']/@Algorithm`);
  const weak = algorithms.find((algorithm) => !strongAlgorithms.has(algorithm));
  if (weak !== undefined) throw new SignOnRefused('algorithm', weak);

  return {
    xml,
    issuer: texts(`${response}/*[local-name()='Issuer']`)[0]?.trim(),
    destination: attributes(`${response}/@Destination`)[0],
    inResponseTo: attributes(`${response}/@InResponseTo`)[0],
    signed: count(`${response}/*[local-name()='Signature']`) > 0,
  };
}

function decode(samlResponse: string): string {
  const compact = samlResponse.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) throw new SignOnRefused('malformed', 'not base64');
  const bytes = Buffer.from(compact, 'base64');
  if (!isUtf8(bytes)) throw new SignOnRefused('malformed', 'not UTF-8');
  return bytes.toString('utf8');
}

const maxTags = 20_000;
const maxAttributes = 4_000;

/** Parsing takes time by the square of these, and anybody may post a message. */
function refuseMonsters(xml: string): void {
  const exceeds = (pattern: RegExp, limit: number) => {
    let found = 0;
    for (const _ of xml.matchAll(pattern)) if (++found > limit) return true;
    return false;
  };
  if (exceeds(/</g, maxTags) || exceeds(/=\s*["']/g, maxAttributes)) throw new SignOnRefused('too-complex');
}
