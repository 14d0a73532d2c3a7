import { Readable } from 'node:stream';
import { type RawAnswer, unavailable, type WebRequest } from '@quire/runtime';
import type { PublishedContent, RevisionFile } from '../clients/published-content.js';

const asked = ['range', 'if-range', 'if-none-match'];
const passedOn = [
  'content-type',
  'content-length',
  'content-range',
  'content-disposition',
  'content-security-policy',
  'accept-ranges',
  'etag',
];

/** Streams a file of a published page from content. Its address names its bytes, so it is kept for ever. */
export async function sendFile(
  content: PublishedContent,
  file: RevisionFile,
  { request, isPrivate }: { request: WebRequest; isPrivate: boolean },
): Promise<RawAnswer> {
  const headers = Object.fromEntries(
    asked.flatMap((name) => {
      const value = request.headers[name];
      return typeof value === 'string' ? [[name, value]] : [];
    }),
  );
  const answer = await content.open(file, headers, request.signal);
  if (answer.status >= 400 && answer.status !== 416) {
    await answer.body?.cancel();
    throw unavailable('The file cannot be read right now.');
  }
  const isNamed = request.query.get('v') === file.sha256.slice(0, 16);
  return {
    status: answer.status,
    headers: {
      ...Object.fromEntries(
        passedOn.flatMap((name) => (answer.headers.has(name) ? [[name, answer.headers.get(name)!]] : [])),
      ),
      'Cache-Control': isPrivate ? 'private, no-cache' : isNamed ? 'public, max-age=31536000, immutable' : 'no-cache',
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': isPrivate ? 'same-origin' : 'cross-origin',
    },
    ...(answer.body ? { body: Readable.from(answer.body) } : {}),
  };
}
