import { createHash } from 'node:crypto';

/** The id that git gives to a file of these bytes: SHA-1 of `blob <size>\0<bytes>`. Text counts as UTF-8. */
export function blobId(content: Buffer | string): string {
  const bytes = typeof content === 'string' ? Buffer.from(content) : content;
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}
