import { Failure, invalid } from '../errors.js';

/** What is wrong with an address: becomes `invalid` once the field it stands in is known. */
export class Refusal extends Error {}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'has a host name that does not exist.',
  EAI_AGAIN: 'has a host name that cannot be resolved at the moment.',
  ECONNREFUSED: 'refuses connections.',
  ECONNRESET: 'broke the connection off.',
  EHOSTUNREACH: 'cannot be reached.',
  ENETUNREACH: 'cannot be reached.',
  UND_ERR_SOCKET: 'broke the connection off.',
  UND_ERR_CONNECT_TIMEOUT: 'did not accept a connection within 10 s.',
};

/** Faults of this machine, which no other address would mend. */
const localFaults = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EACCES', 'EROFS']);

/** Turns whatever went wrong into a failure for the caller who gave the address. */
export function explain(
  error: unknown,
  { path, late, timeoutMs }: { path: string; late: boolean; timeoutMs: number },
): unknown {
  if (error instanceof Failure) return error;
  const fail = (message: string) => Object.assign(invalid([{ path, message }]), { cause: error });
  if (late) return fail(`did not answer within ${timeoutMs / 1_000} s.`);
  const causes = chain(error);
  const refusal = causes.find((cause) => cause instanceof Refusal);
  if (refusal) return fail(refusal.message);
  const code = causes.map((cause) => (cause as { code?: unknown }).code).findLast((each) => typeof each === 'string');
  if (typeof code === 'string' && localFaults.has(code)) return error;
  const reason = typeof code === 'string' ? reasons[code] : undefined;
  return fail(reason ?? `cannot be fetched${typeof code === 'string' ? ` (${code})` : ''}.`);
}

/** An error, what caused it, and so on. */
function chain(error: unknown): Error[] {
  const causes: Error[] = [];
  for (let each = error; each instanceof Error && causes.length < 10; each = each.cause) causes.push(each);
  return causes;
}
