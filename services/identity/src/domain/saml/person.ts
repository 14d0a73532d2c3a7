import { Email, isStorable } from '@quire/contract';
import type { Assertion } from './assertion.js';
import { SignOnRefused } from './refusal.js';

/** Who signed on, as the identity provider says. */
export interface Person {
  email: string;
  displayName: string;
  /** What the identity provider calls them for good; none when it uses another name every time. */
  nameId?: string | undefined;
}

const transient = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';
const claim = (name: string) => `http://schemas.xmlsoap.org/ws/2005/05/identity/claims/${name}`;

/** Names of attributes, in lower case: the plain ones, LDAP's numbers, and those of WS-Federation. */
const emailNames = ['email', 'mail', 'emailaddress', 'urn:oid:0.9.2342.19200300.100.1.3', claim('emailaddress')];
const fullNames = [
  'displayname',
  'urn:oid:2.16.840.1.113730.3.1.241',
  'http://schemas.microsoft.com/identity/claims/displayname',
  'cn',
  'urn:oid:2.5.4.3',
];
const givenNames = ['givenname', 'firstname', 'urn:oid:2.5.4.42', claim('givenname')];
const familyNames = ['sn', 'surname', 'lastname', 'urn:oid:2.5.4.4', claim('surname')];
const maxDisplayName = 64;

export function readPerson({ name, attributes }: Assertion): Person {
  const valuesOf = (names: readonly string[]) =>
    names.flatMap((wanted) =>
      attributes
        .filter((attribute) => attribute.name.toLowerCase() === wanted)
        .flatMap(({ values }) => values.map((value) => value.trim()))
        .filter((value) => value !== '' && isStorable(value)),
    );
  const email = [name?.value, ...valuesOf(emailNames)].find((value) => Email.safeParse(value).success);
  if (email === undefined) throw new SignOnRefused('no-address');

  const parts = [valuesOf(givenNames)[0], valuesOf(familyNames)[0]].filter((part) => part !== undefined);
  const fullName = valuesOf(fullNames)[0] ?? (parts.join(' ') || valuesOf([claim('name'), 'name'])[0]);
  const lasting = name && name.value !== '' && name.format !== transient;
  return {
    email,
    displayName: shorten(fullName ?? email.slice(0, email.indexOf('@'))),
    ...(lasting ? { nameId: name.value } : {}),
  };
}

const shorten = (name: string) => Array.from(name).slice(0, maxDisplayName).join('');
