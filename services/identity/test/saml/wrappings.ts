/**
 * The eight wrappings of "On Breaking SAML: Be Whoever You Want to Be" (USENIX Security 2012) in the numbering that
 * testing tools use: what was signed stays in the message, somewhere, and what is to be believed is somebody else's.
 */
export interface Wrapping {
  name: string;
  /** What the honest message has to have signed. */
  signs: 'assertion' | 'response';
  wrap: (xml: string, forge: (xml: string) => string) => string;
}

const cut = (xml: string, pattern: RegExp) => {
  const [found] = pattern.exec(xml)!;
  return { found, rest: xml.replace(found, '') };
};
const assertionOf = (xml: string) => cut(xml, /<saml:Assertion [\s\S]*<\/saml:Assertion>/).found;
/** The first signature, with what is left without it. */
const signatureOf = (xml: string) => cut(xml, /<ds:Signature [\s\S]*?<\/ds:Signature>/);
const otherId = (xml: string) => xml.replace(/ ID="[^"]+"/, ' ID="_forged"');
const into = (xml: string, closing: string, inserted: string) => {
  const at = xml.lastIndexOf(closing);
  return xml.slice(0, at) + inserted + xml.slice(at);
};
const afterIssuer = (xml: string, inserted: string) => xml.replace('</saml:Issuer>', `</saml:Issuer>${inserted}`);

export const wrappings: readonly Wrapping[] = [
  {
    name: 'XSW1: the signed response inside the signature of a forged one',
    signs: 'response',
    wrap(xml, forge) {
      const { found: signature, rest: original } = signatureOf(xml);
      return afterIssuer(forge(otherId(original)), into(signature, '</ds:Signature>', original));
    },
  },
  {
    name: 'XSW2: the signed response beside its signature in a forged one',
    signs: 'response',
    wrap(xml, forge) {
      const { found: signature, rest: original } = signatureOf(xml);
      return afterIssuer(forge(otherId(original)), original + signature);
    },
  },
  {
    name: 'XSW3: a forged assertion before the signed one',
    signs: 'assertion',
    wrap(xml, forge) {
      const assertion = assertionOf(xml);
      const forged = forge(otherId(signatureOf(assertion).rest));
      return xml.replace(assertion, forged + assertion);
    },
  },
  {
    name: 'XSW4: the signed assertion inside a forged one',
    signs: 'assertion',
    wrap(xml, forge) {
      const assertion = assertionOf(xml);
      const forged = forge(otherId(signatureOf(assertion).rest));
      return xml.replace(assertion, into(forged, '</saml:Assertion>', assertion));
    },
  },
  {
    name: 'XSW5: the signature in a forged assertion, the signed one at the end',
    signs: 'assertion',
    wrap(xml, forge) {
      const assertion = assertionOf(xml);
      const original = signatureOf(assertion).rest;
      return into(xml.replace(assertion, forge(otherId(assertion))), '</samlp:Response>', original);
    },
  },
  {
    name: 'XSW6: the signed assertion inside its signature inside a forged one',
    signs: 'assertion',
    wrap(xml, forge) {
      const assertion = assertionOf(xml);
      const { found: signature, rest: original } = signatureOf(assertion);
      const forged = forge(otherId(original));
      return xml.replace(assertion, afterIssuer(forged, into(signature, '</ds:Signature>', original)));
    },
  },
  {
    name: 'XSW7: a forged assertion of the same ID in extensions before the signed one',
    signs: 'assertion',
    wrap(xml, forge) {
      const assertion = assertionOf(xml);
      const forged = forge(signatureOf(assertion).rest);
      return xml.replace(assertion, `<samlp:Extensions>${forged}</samlp:Extensions>${assertion}`);
    },
  },
  {
    name: 'XSW8: the signed assertion in an object of its signature inside a forged one',
    signs: 'assertion',
    wrap(xml, forge) {
      const assertion = assertionOf(xml);
      const { found: signature, rest: original } = signatureOf(assertion);
      const object = `<ds:Object>${original}</ds:Object>`;
      return xml.replace(assertion, afterIssuer(forge(otherId(original)), into(signature, '</ds:Signature>', object)));
    },
  },
];
