import type { Assertion } from './assertion.js';
import type { Envelope } from './envelope.js';
import { SignOnRefused } from './refusal.js';
import type { ServiceAddresses } from './service-provider.js';

const bearer = 'urn:oasis:names:tc:SAML:2.0:cm:bearer';
/** How far the clocks of the two sides may be apart. */
const clockSkewMs = 60_000;

export interface Expectation {
  /** The identity provider's entity id. */
  issuer: string;
  addresses: ServiceAddresses;
  now: Date;
}

/** What is left to be checked against the database. */
export interface Claims {
  assertionId: string;
  /** The request that this answers; none when the identity provider began. */
  inResponseTo?: string | undefined;
  /** From when on the assertion is good for nothing any more. */
  usableUntil: Date;
  sessionEnds?: Date | undefined;
}

/** Holds a verified assertion, and the envelope that it came in, against what they must say; throws {@link SignOnRefused}. */
export function checkClaims(assertion: Assertion, envelope: Envelope, { issuer, addresses, now }: Expectation): Claims {
  if (assertion.issuer !== issuer) throw new SignOnRefused('issuer', assertion.issuer);
  if (envelope.issuer !== undefined && envelope.issuer !== issuer) throw new SignOnRefused('issuer', envelope.issuer);
  const destination = envelope.destination ?? (envelope.signed ? '' : addresses.acsURL);
  if (destination !== addresses.acsURL) throw new SignOnRefused('destination', destination);
  const wrong = assertion.audiences.find((allowed) => !allowed.includes(addresses.entityID));
  if (wrong) throw new SignOnRefused('audience', wrong.join(' '));
  requireWithin(assertion, now);

  const confirmation = assertion.confirmations.find(
    ({ method, recipient }) => method === bearer && recipient === addresses.acsURL,
  );
  if (!confirmation) throw new SignOnRefused('recipient');
  // A bearer's confirmation has to end.
  if (!confirmation.notOnOrAfter) throw new SignOnRefused('expired', 'SubjectConfirmationData has no NotOnOrAfter');
  requireWithin(confirmation, now);
  if (confirmation.inResponseTo !== envelope.inResponseTo) throw new SignOnRefused('request', 'InResponseTo differs');

  const sessionEnds = assertion.sessionEnds.filter((end) => end !== undefined);
  if (sessionEnds.some((end) => end <= now)) throw new SignOnRefused('expired', 'SessionNotOnOrAfter');
  return {
    assertionId: assertion.id,
    // Some identity providers that began themselves answer nothing by its name.
    inResponseTo: confirmation.inResponseTo || undefined,
    usableUntil: new Date(confirmation.notOnOrAfter.getTime() + clockSkewMs),
    ...(sessionEnds.length > 0 ? { sessionEnds: earliest(sessionEnds) } : {}),
  };
}

function requireWithin(
  { notBefore, notOnOrAfter }: { notBefore?: Date | undefined; notOnOrAfter?: Date | undefined },
  now: Date,
): void {
  if (notBefore && now.getTime() + clockSkewMs < notBefore.getTime()) throw new SignOnRefused('not-yet-valid');
  if (notOnOrAfter && now.getTime() - clockSkewMs >= notOnOrAfter.getTime()) throw new SignOnRefused('expired');
}

const earliest = (moments: readonly Date[]) => new Date(Math.min(...moments.map(Number)));
