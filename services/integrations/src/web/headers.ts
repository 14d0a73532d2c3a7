import type { IncomingHttpHeaders } from 'node:http';

/** Of one connection, or Quire's and its users', not an integration's. */
const notPassedOn =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|host|content-length|expect|cookie|authorization|x-quire-.*)$/;

/** What a request says to an integration. */
export const publicHeaders = (headers: IncomingHttpHeaders): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || notPassedOn.test(name) ? [] : [[name, Array.isArray(value) ? value.join(', ') : value]],
    ),
  );

/** What would speak for the whole origin: its cookies, storage, sign-on, transport, or other paths of it. */
const forOrigin =
  /^(set-cookie2?|clear-site-data|service-worker-allowed|strict-transport-security|public-key-pins.*|expect-ct|www-authenticate|alt-svc|nel|report-to|reporting-endpoints|origin-agent-cluster|accept-ch|critical-ch|use-as-dictionary|set-login|sec-session-.*|activate-storage-access|x-request-id|traceparent|x-ratelimit-.*|x-quire-.*)$/;
const perHop =
  /^(connection|keep-alive|proxy-.*|te|trailer|transfer-encoding|upgrade|content-length|content-encoding|date)$/;
const token = /^[!#$%&'*+.^_`|~0-9a-z-]{1,100}$/;
const printable = /^[\t\x20-\x7e\x80-\xff]{0,8192}$/;

/**
 * A page of an integration has an origin of its own, unlike any: it sees no cookie of Quire's, and browsers call it another
 * site whatever it asks of Quire.
 */
const sandbox =
  'sandbox allow-downloads allow-forms allow-modals allow-popups allow-popups-to-escape-sandbox allow-scripts';

/** The headers of an integration's answer that mean the answer alone. */
export function harmless(headers: readonly [string, string][]): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const [given, value] of headers) {
    const name = given.toLowerCase();
    if (!token.test(name) || !printable.test(value) || forOrigin.test(name) || perHop.test(name)) continue;
    kept[name] = name in kept ? `${kept[name]}, ${value}` : value;
  }
  const own = kept['content-security-policy'];
  return {
    'cache-control': 'no-store',
    ...kept,
    // Both are enforced: what the integration forbids itself, and what it may not undo.
    'content-security-policy': own === undefined ? sandbox : `${own}, ${sandbox}`,
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  };
}
