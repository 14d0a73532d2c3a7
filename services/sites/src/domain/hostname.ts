import { domainToASCII } from 'node:url';
import { invalid } from '@quire/runtime';

const longest = 253;
const label = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
/** At least two labels; the last is no number, so that no address of a network passes. */
const shape = new RegExp(`^(?:${label}\\.)+(?=[a-z])${label}$`);
/** Names that machines give one another: a site may not come between them. */
const reserved = /\.(?:localhost|local|internal|arpa)$/;

/** A host name for a site as DNS knows it, in lower case and Punycode; throws 400 for what is none, or none for a site. */
export function requireHostname(text: string, publicUrl: string): string {
  const hostname = /[\s/\\?#@:%[\]]/.test(text) ? '' : domainToASCII(text);
  const refuse = (message: string) => invalid([{ path: 'body.hostname', message }]);
  if (hostname.length > longest || !shape.test(hostname)) throw refuse('must be a host name such as docs.example.com');
  if (reserved.test(hostname)) throw refuse('is a name for machines');
  if (hostname === new URL(publicUrl).hostname) throw refuse('is the host of Quire itself');
  return hostname;
}
