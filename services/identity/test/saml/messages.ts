import { randomBytes } from 'node:crypto';
import { SamlLib } from 'samlify';
import { bare, type Signer } from './signer.js';

export const formats = {
  email: 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress',
  persistent: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
  transient: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
};

const escape = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const id = () => `_${randomBytes(16).toString('hex')}`;

/** What an honest identity provider would say, in all that a test does not say otherwise. */
export interface Statement {
  issuer: string;
  audience: string;
  recipient: string;
  destination?: string | undefined;
  email: string;
  assertionId?: string;
  /** XML; the escaped address when absent. */
  nameId?: string;
  format?: string;
  envelopeIssuer?: string;
  inResponseTo?: string | undefined;
  /** In the envelope, when it differs. */
  envelopeInResponseTo?: string | undefined;
  now?: Date;
  notBefore?: Date;
  notOnOrAfter?: Date;
  confirmedUntil?: Date;
  sessionEnds?: Date;
  attributes?: Record<string, string | string[]>;
  status?: string;
  method?: string;
  /** XML to put before the response, and into it before the assertion. */
  prologue?: string;
  extra?: string;
}

const moment = (name: string, date: Date | undefined) => (date ? ` ${name}="${date.toISOString()}"` : '');
const optional = (name: string, value: string | undefined) =>
  value === undefined ? '' : ` ${name}="${escape(value)}"`;
const minutes = (date: Date, count: number) => new Date(date.getTime() + count * 60_000);

/** An unsigned assertion. */
export function assertionXml(said: Statement): string {
  const now = said.now ?? new Date();
  const until = said.notOnOrAfter ?? minutes(now, 5);
  const attributes = Object.entries(said.attributes ?? {}).map(([name, values]) => {
    const given = [values].flat().map((value) => `<saml:AttributeValue>${escape(value)}</saml:AttributeValue>`);
    return `<saml:Attribute Name="${escape(name)}">${given.join('')}</saml:Attribute>`;
  });
  return [
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${said.assertionId ?? id()}" Version="2.0"${moment('IssueInstant', now)}>`,
    `<saml:Issuer>${escape(said.issuer)}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${said.format ?? formats.email}">${said.nameId ?? escape(said.email)}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="${said.method ?? 'urn:oasis:names:tc:SAML:2.0:cm:bearer'}">`,
    `<saml:SubjectConfirmationData${moment('NotOnOrAfter', said.confirmedUntil ?? until)} Recipient="${escape(said.recipient)}"${optional('InResponseTo', said.inResponseTo)}/>`,
    `</saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions${moment('NotBefore', said.notBefore ?? now)}${moment('NotOnOrAfter', until)}>`,
    `<saml:AudienceRestriction><saml:Audience>${escape(said.audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement${moment('AuthnInstant', now)}${moment('SessionNotOnOrAfter', said.sessionEnds)}><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    attributes.length > 0 ? `<saml:AttributeStatement>${attributes.join('')}</saml:AttributeStatement>` : '',
    `</saml:Assertion>`,
  ].join('');
}

/** A response around assertions. */
export function responseXml(said: Statement, ...assertions: string[]): string {
  const inResponseTo = 'envelopeInResponseTo' in said ? said.envelopeInResponseTo : said.inResponseTo;
  const destination = 'destination' in said ? said.destination : said.recipient;
  return [
    said.prologue ?? '',
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="${id()}" Version="2.0"${moment('IssueInstant', said.now ?? new Date())}`,
    `${optional('Destination', destination)}${optional('InResponseTo', inResponseTo)}>`,
    `<saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${escape(said.envelopeIssuer ?? said.issuer)}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${said.status ?? 'Success'}"/></samlp:Status>`,
    said.extra ?? '',
    ...assertions,
    `</samlp:Response>`,
  ].join('');
}

const paths = {
  assertion: `/*[local-name(.)='Response']/*[local-name(.)='Assertion']`,
  response: `/*[local-name(.)='Response']`,
};

export interface Signing {
  what?: keyof typeof paths;
  signatureAlgorithm?: string;
}

/** Signs the assertion of a response, or the response itself. */
export function signed(
  xml: string,
  { privateKey, certificate }: Signer,
  { what = 'assertion', signatureAlgorithm = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256' }: Signing = {},
): string {
  return SamlLib.constructSAMLSignature({
    rawSamlMessage: xml,
    referenceTagXPath: paths[what],
    privateKey,
    signatureAlgorithm,
    signingCert: bare(certificate),
    isBase64Output: false,
    signatureConfig: {
      prefix: 'ds',
      location: { reference: `${paths[what]}/*[local-name(.)='Issuer']`, action: 'after' },
    },
  });
}

export const honest = (said: Statement, signer: Signer): string =>
  signed(responseXml(said, assertionXml(said)), signer);

export const base64 = (xml: string): string => Buffer.from(xml).toString('base64');
