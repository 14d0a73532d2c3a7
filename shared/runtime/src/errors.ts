/** The kinds of failure and the HTTP status each one answers with: mapped here and nowhere else. */
export const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  conflict: 409,
  'precondition-failed': 412,
  'too-large': 413,
  'unsupported-media-type': 415,
  'too-many-requests': 429,
  internal: 500,
  'not-implemented': 501,
  unavailable: 503,
  timeout: 504,
} as const;

export type FailureKind = keyof typeof statusOf;

/** One offending field: `path` is dotted, e.g. `body.title` or `query.limit`. */
export interface FailureDetail {
  path: string;
  message: string;
}

/** A failure a caller may hear of: the message is written for them. Anything else becomes a plain 500. */
export class Failure extends Error {
  override name = 'Failure';
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly details?: readonly FailureDetail[],
    /** Extra response headers, e.g. `Allow`, `Retry-After`, `WWW-Authenticate`. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }

  /** The HTTP status of the kind. */
  get status(): number {
    return statusOf[this.kind];
  }

  /** The response body: `{error: {code, message, details?}}`. */
  toJSON() {
    return { error: { code: this.status, message: this.message, ...(this.details ? { details: this.details } : {}) } };
  }
}

/** 400: the input breaks the contract; names every offending field. */
export const invalid = (details: readonly FailureDetail[], message = 'The request is not valid.') =>
  new Failure('invalid', details.length === 1 ? `${details[0]!.path}: ${details[0]!.message}` : message, details);
/** 401: no token, or one that is unknown, expired or revoked. */
export const unauthenticated = (message = 'A valid bearer token is required.') =>
  new Failure('unauthenticated', message, undefined, { 'WWW-Authenticate': 'Bearer' });
/** 403: the caller may see the object but not do this. */
export const forbidden = (message = 'You may not do this.') => new Failure('forbidden', message);
/** 404: unknown, purged, or invisible to the caller; `noun` is what was looked for, e.g. `space`. */
export const notFound = (noun: string) => new Failure('not-found', `There is no such ${noun}.`);
/** 409: a duplicate, a cycle, a final state. */
export const conflict = (message: string) => new Failure('conflict', message);
/** 412: the state the caller relied on is another one by now. */
export const preconditionFailed = (message: string) => new Failure('precondition-failed', message);
/** 413: more bytes than the operation takes. */
export const tooLarge = (message: string) => new Failure('too-large', message);
/** 415: a body in a format the operation does not read. */
export const unsupportedMediaType = (message = 'Send the body as application/json.') =>
  new Failure('unsupported-media-type', message);
/** 501: in the contract, not built yet. */
export const notImplemented = (what: string) => new Failure('not-implemented', `${what} is not implemented yet.`);
/** 503: something this service depends on is down. */
export const unavailable = (message: string, retryAfterSeconds = 1) =>
  new Failure('unavailable', message, undefined, { 'Retry-After': String(retryAfterSeconds) });
/** 504: something this service depends on did not answer in time. */
export const timeout = (message: string) => new Failure('timeout', message);
