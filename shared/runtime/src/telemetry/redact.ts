import type { Span } from '@opentelemetry/api';

const addresses = ['http.url', 'http.target', 'url.full', 'url.path', 'url.query'];
/** Ids are 20 characters long; what is longer may be a share key, an invite or a signature. */
const longSegment = /[^/?#]{31,}/g;

/** An address that may be shown to whoever reads traces: without its query, and without long segments. */
export function redactAddress(address: string): string {
  const [origin = ''] = /^[a-z]+:\/\/[^/?#]*/i.exec(address) ?? [];
  return (
    origin +
    address
      .slice(origin.length)
      .replace(/[?#].*$/s, '')
      .replace(longSegment, '…')
  );
}

/** Takes secrets out of the addresses that a span of an HTTP request has recorded. */
export function redactSpan(span: Span): void {
  const recorded = (span as Span & { attributes?: Record<string, unknown> }).attributes ?? {};
  for (const name of addresses) {
    const value = recorded[name];
    if (typeof value === 'string') span.setAttribute(name, name === 'url.query' ? '' : redactAddress(value));
  }
}
