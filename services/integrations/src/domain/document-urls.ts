import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { notFound } from '@quire/runtime';

/** Addresses of OpenAPI documents that carry their own permission. */
export interface DocumentUrls {
  /** The document of a version, for one to two hours: whoever has the address may read it. */
  version(versionId: string): string;
  /** The latest document of a specification, as long as that is public. */
  published(specId: string): string;
  /** What a token stands for; 404 when it is forged or has expired. */
  verify(token: string): DocumentClaim;
}

export type DocumentClaim = { version: string; expires: number } | { spec: string };

const hour = 3_600;

/** Tokens are `<base64url JSON>.<base64url HMAC-SHA256>`; expiry is in Unix seconds. */
export function documentUrls(options: { publicUrl: string; secret: string; now: () => Date }): DocumentUrls {
  const { publicUrl, secret, now } = options;
  const key = Buffer.from(hkdfSync('sha256', secret, '', 'quire-openapi-documents', 32));
  const signature = (payload: string) => createHmac('sha256', key).update(payload).digest();
  const seconds = () => Math.floor(now().getTime() / 1_000);
  const address = (claim: DocumentClaim) => {
    const payload = Buffer.from(JSON.stringify(claim)).toString('base64url');
    return `${publicUrl}/v1/openapi-documents/${payload}.${signature(payload).toString('base64url')}`;
  };
  return {
    // In whole hours, so that an address, and the ETag of what holds it, stays the same for a while.
    version: (version) => address({ version, expires: (Math.floor(seconds() / hour) + 2) * hour }),
    published: (spec) => address({ spec }),
    verify(token) {
      const [payload = '', given = ''] = token.split('.');
      const bytes = Buffer.from(given, 'base64url');
      const expected = signature(payload);
      if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected)) throw notFound('document');
      const claim = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as DocumentClaim;
      if ('expires' in claim && claim.expires < seconds()) throw notFound('document');
      return claim;
    },
  };
}
