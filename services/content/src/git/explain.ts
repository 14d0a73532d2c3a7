import { Errors } from 'isomorphic-git';
import { refuseGit } from './refusal.js';
import type { Remote } from './remote.js';

/** Turns what git says into a 400 for the caller who gave the address; mistakes of ours stay what they are. */
export function explainGit(error: unknown, remote: Remote): unknown {
  if (error instanceof Errors.HttpError) return withCause(refuseGit(ofStatus(error.data.statusCode, remote)), error);
  if (error instanceof Errors.GitPushError) {
    return withCause(refuseGit(`refused the push: ${quoted(error.data.prettyDetails, remote)}`), error);
  }
  if (
    error instanceof Errors.SmartHttpError ||
    error instanceof Errors.ParseError ||
    error instanceof Errors.RemoteCapabilityError
  )
    return withCause(refuseGit('does not answer as a git repository. Check the address.'), error);
  // What else the library throws, which notes itself as the caller, is about what the remote sent.
  if (error instanceof Error && 'caller' in error)
    return withCause(refuseGit('sent a repository that cannot be read.'), error);
  return error;
}

const withCause = (failure: Error, cause: unknown) => Object.assign(failure, { cause });

function ofStatus(status: number, { authorization }: Remote): string {
  if (status === 401 || status === 403) {
    return authorization === undefined
      ? 'needs credentials: put them into the address, as https://user:token@host/…'
      : 'refuses these credentials, or they do not suffice.';
  }
  if (status === 404) return 'names no git repository, or one that needs other credentials.';
  return `answered with the status ${status}.`;
}

/** What the other side says, short, on one line, and without the caller's own secrets. */
export function quoted(text: string, { secrets }: Remote): string {
  let shown = text.replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ').trim();
  for (const secret of secrets) shown = shown.replaceAll(secret, '…');
  return shown.slice(0, 300);
}
