import { isUtf8 } from 'node:buffer';
import { parseDomFromString } from '@node-saml/node-saml/lib/xml.js';
import { SignOnRefused } from './refusal.js';
import { refuseMonsters, requireStructure, type XmlElement } from './structure.js';

/** The message around an assertion. Only the assertion has to be signed: nothing here may be believed, only held against it. */
export interface Envelope {
  xml: string;
  issuer?: string | undefined;
  destination?: string | undefined;
  inResponseTo?: string | undefined;
  signed: boolean;
}

const success = 'urn:oasis:names:tc:SAML:2.0:status:Success';

/** Reads the `SAMLResponse` of a form and refuses what no honest identity provider sends, before any signature is checked. */
export async function openEnvelope(samlResponse: string): Promise<Envelope> {
  const xml = decode(samlResponse);
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new SignOnRefused('document-type');
  refuseMonsters(xml);
  const document = await parseDomFromString(xml).catch((error: Error) => {
    throw new SignOnRefused('malformed', error.message);
  });
  const response = document.documentElement as unknown as XmlElement;
  const children = (parent: XmlElement | undefined, name: string) =>
    Array.from(parent?.childNodes ?? []).filter(({ localName }) => localName === name);
  const attribute = (name: string) => (response.hasAttribute(name) ? response.getAttribute(name)! : undefined);

  requireStructure(response, () => {
    const status = children(children(response, 'Status')[0], 'StatusCode')[0]?.getAttribute('Value') ?? '';
    if (status !== success) throw new SignOnRefused('status', status);
  });
  return {
    xml,
    issuer: children(response, 'Issuer')[0]?.textContent?.trim(),
    destination: attribute('Destination'),
    inResponseTo: attribute('InResponseTo'),
    signed: children(response, 'Signature').length > 0,
  };
}

function decode(samlResponse: string): string {
  const compact = samlResponse.replace(/\s+/g, '');
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) throw new SignOnRefused('malformed', 'not base64');
  const bytes = Buffer.from(compact, 'base64');
  if (!isUtf8(bytes)) throw new SignOnRefused('malformed', 'not UTF-8');
  return bytes.toString('utf8');
}
