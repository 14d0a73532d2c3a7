import type { IncomingHttpHeaders } from 'node:http';
import type { Readable } from 'node:stream';
import { tooLarge, unsupportedMediaType } from '@quire/runtime';

const maxBytes = 1024 * 1024;
const formTooLarge = 'The form is larger than 1 MiB.';

/** Reads the form that a browser posts: `application/x-www-form-urlencoded`, 1 MiB at most. */
export async function readForm(headers: IncomingHttpHeaders, body: Readable): Promise<URLSearchParams> {
  const type = headers['content-type']?.split(';')[0]!.trim().toLowerCase();
  if (type !== 'application/x-www-form-urlencoded' || headers['content-encoding'] !== undefined) {
    throw unsupportedMediaType('Send the body as application/x-www-form-urlencoded.');
  }
  if (Number(headers['content-length'] ?? 0) > maxBytes) throw tooLarge(formTooLarge);
  const chunks: Buffer[] = [];
  let size = 0;
  // Not destroyed when it is too large: the answer takes the same connection.
  for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > maxBytes) throw tooLarge(formTooLarge);
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
