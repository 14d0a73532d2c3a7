import { Failure, type Outbound } from '@quire/runtime';
import { Unusable } from './problem.js';

export interface Fetched {
  text: string;
  finalUrl: string;
}

/**
 * Fetches the text at an address that a caller named. `late` ends the wait; throws `Unusable` for what can only be mended by
 * giving another address, or by whoever answers there.
 */
export async function fetchText(
  outbound: Outbound,
  url: string,
  { maxBytes, late, signal }: { maxBytes: number; late: AbortSignal; signal: AbortSignal },
): Promise<Fetched> {
  try {
    const { status, bytes, finalUrl } = await outbound.fetchBytes(url, {
      maxBytes,
      headers: { accept: 'application/json, application/yaml, text/yaml, */*;q=0.5' },
      signal: AbortSignal.any([late, signal]),
    });
    if (status < 200 || status > 299) throw new Unusable('FETCH_ERROR', [{ message: `answered ${status}.` }]);
    return { text: new TextDecoder().decode(bytes), finalUrl };
  } catch (error) {
    if (signal.aborted) throw error;
    if (late.aborted) throw new Unusable('FETCH_TIMEOUT', [{ message: 'did not answer in time.' }]);
    const [detail] = error instanceof Failure && error.kind === 'invalid' ? (error.details ?? []) : [];
    if (detail) throw new Unusable('FETCH_ERROR', [{ message: detail.message }]);
    throw error;
  }
}
