/** Why somebody could not sign on: for the log, so that an administrator can mend it. */
export type RefusalReason =
  | 'malformed'
  | 'document-type'
  | 'too-complex'
  | 'structure'
  | 'encrypted'
  | 'algorithm'
  | 'status'
  | 'signature'
  | 'issuer'
  | 'destination'
  | 'audience'
  | 'recipient'
  | 'not-yet-valid'
  | 'expired'
  | 'request'
  | 'replayed'
  | 'provider'
  | 'no-address'
  | 'disabled';

/** An answer of an identity provider that gets nobody in. `detail` goes to the log too, and never to the browser. */
export class SignOnRefused extends Error {
  override name = 'SignOnRefused';
  constructor(
    readonly reason: RefusalReason,
    readonly detail?: string,
  ) {
    super(`Sign-on refused: ${reason}`);
  }
}
