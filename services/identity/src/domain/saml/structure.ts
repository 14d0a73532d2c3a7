import { SignOnRefused } from './refusal.js';

/** The part of the document object model that is used here. */
export interface XmlElement {
  localName: string | null;
  namespaceURI: string | null;
  textContent: string | null;
  parentNode: XmlElement | null;
  childNodes: ArrayLike<XmlElement>;
  attributes: ArrayLike<{ localName: string | null; value: string }>;
  hasAttribute(name: string): boolean;
  getAttribute(name: string): string | null;
  getElementsByTagName(name: string): ArrayLike<XmlElement>;
}

const protocol = 'urn:oasis:names:tc:SAML:2.0:protocol';
const assertions = 'urn:oasis:names:tc:SAML:2.0:assertion';

/** A thousand elements with text, twice what somebody in very many groups needs. */
const maxTags = 2_000;
const maxAttributes = 3_000;
/** Of each element of a signature; there are two signatures at most, with up to two transforms. */
const maxSignatureParts = 4;
const signatureParts = [
  'Signature',
  'SignedInfo',
  'CanonicalizationMethod',
  'SignatureMethod',
  'Reference',
  'Transforms',
  'Transform',
  'InclusiveNamespaces',
  'DigestMethod',
  'DigestValue',
  'SignatureValue',
  'KeyInfo',
];

/** SHA-1 is missing: whoever can make collisions could have one thing signed and show another. */
const strongAlgorithms: ReadonlySet<string> = new Set([
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/** Anybody may post a message, and libraries take time by the square of these. */
export function refuseMonsters(xml: string): void {
  const exceeds = (pattern: RegExp, limit: number) => {
    let found = 0;
    for (const _ of xml.matchAll(pattern)) if (++found > limit) return true;
    return false;
  };
  if (exceeds(/</g, maxTags) || exceeds(/=\s*["']/g, maxAttributes)) throw new SignOnRefused('too-complex');
}

/**
 * Throws unless there is one response with one assertion in it, and nothing twice that signatures are about: then it does not
 * matter how the verification looks for its parts, and it finds them fast. `check` runs when it is a response at all.
 */
export function requireStructure(response: XmlElement, check: () => void): void {
  const elements = Array.from(response.getElementsByTagName('*'));
  const named = byName(elements);
  const count = (name: string) => named.get(name)?.length ?? 0;
  const isResponse = response.localName === 'Response' && response.namespaceURI === protocol;
  if (!isResponse || count('Response') > 0) throw new SignOnRefused('structure', 'Response');
  check();
  if (count('EncryptedAssertion') > 0) throw new SignOnRefused('encrypted');
  const [assertion] = named.get('Assertion') ?? [];
  const isInside = assertion?.parentNode === response && assertion.namespaceURI === assertions;
  if (!isInside || count('Assertion') !== 1) throw new SignOnRefused('structure', 'Assertion');
  const repeated = signatureParts.find((name) => count(name) > maxSignatureParts);
  if (repeated !== undefined) throw new SignOnRefused('structure', repeated);
  requireUniqueIds([response, ...elements]);
  for (const method of [...(named.get('SignatureMethod') ?? []), ...(named.get('DigestMethod') ?? [])]) {
    const algorithm = method.getAttribute('Algorithm') ?? '';
    if (!strongAlgorithms.has(algorithm)) throw new SignOnRefused('algorithm', algorithm);
  }
}

function byName(elements: readonly XmlElement[]): Map<string | null, XmlElement[]> {
  const named = new Map<string | null, XmlElement[]>();
  for (const element of elements) {
    const others = named.get(element.localName);
    if (others) others.push(element);
    else named.set(element.localName, [element]);
  }
  return named;
}

function requireUniqueIds(elements: readonly XmlElement[]): void {
  const seen = new Set<string>();
  for (const { attributes } of elements) {
    for (const { localName, value } of Array.from(attributes)) {
      if (localName?.toLowerCase() !== 'id') continue;
      if (seen.has(value)) throw new SignOnRefused('structure', 'ID');
      seen.add(value);
    }
  }
}
