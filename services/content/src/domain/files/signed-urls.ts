import { createHmac, timingSafeEqual } from 'node:crypto';
import { forbidden } from '@quire/runtime';
import type { FileRecord } from './file-record.js';

/** Addresses that carry their own permission: whoever has one may use it until it expires. */
export interface SignedUrls {
  download(file: Pick<FileRecord, 'name' | 'contentType' | 'sha256'>): string;
  /** A PDF by its key in the file store, for an hour. */
  pdf(pdf: { key: string; title: string }): string;
  /** Changes whenever download addresses do. */
  period(): number;
  upload(uploadId: string): string;
  /** The address that an upload is read from. */
  stored(uploadId: string): string;
  /** The upload that an address of {@link SignedUrls.stored} stands for; undefined for any other address. */
  storedUpload(url: string): string | undefined;
  /** What a token stands for; 403 when it is forged or has expired. */
  verify(token: string): Claim;
}

export type Claim =
  | { kind: 'download'; sha256: string; contentType: string; expires: number }
  | { kind: 'pdf'; pdf: string; expires: number }
  | { kind: 'upload' | 'stored'; upload: string; expires: number };

const hour = 3600;

/** A client would take a name of one or two dots for a step in the path, however it is encoded. */
const segmentOf = (name: string) => (/^\.{1,2}$/.test(name) ? 'file' : encodeURIComponent(name));

/** Tokens are `<base64url JSON>.<base64url HMAC-SHA256>`; expiry is in Unix seconds. */
export function signedUrls({
  publicUrl,
  secret,
  now,
}: {
  publicUrl: string;
  secret: string;
  now: () => Date;
}): SignedUrls {
  const signature = (payload: string) => createHmac('sha256', secret).update(payload).digest();
  const seconds = () => Math.floor(now().getTime() / 1000);
  const sign = (claim: Claim) => {
    const payload = Buffer.from(JSON.stringify(claim)).toString('base64url');
    return `${payload}.${signature(payload).toString('base64url')}`;
  };
  const verify = (token: string): Claim => {
    const [payload = '', given = ''] = token.split('.');
    const bytes = Buffer.from(given, 'base64url');
    const expected = signature(payload);
    if (bytes.length !== expected.length || !timingSafeEqual(bytes, expected))
      throw forbidden('This address is not valid.');
    const claim = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as Claim;
    if (claim.expires < seconds()) throw forbidden('This address has expired; ask for a new one.');
    return claim;
  };
  const storage = (kind: 'upload' | 'stored', upload: string, expires: number) =>
    `${publicUrl}/v1/storage/${sign({ kind, upload, expires })}`;
  // In whole hours, so that an address, and the ETag of what holds it, stays the same for a while.
  const period = () => Math.floor(seconds() / hour);
  return {
    period,
    download: ({ name, contentType, sha256 }) => {
      const expires = (period() + 2) * hour;
      return `${publicUrl}/v1/files/${sign({ kind: 'download', sha256, contentType, expires })}/${segmentOf(name)}`;
    },
    pdf: ({ key, title }) =>
      `${publicUrl}/v1/files/${sign({ kind: 'pdf', pdf: key, expires: seconds() + hour })}/${segmentOf(`${title}.pdf`)}`,
    upload: (upload) => storage('upload', upload, seconds() + hour),
    stored: (upload) => storage('stored', upload, seconds() + 24 * hour),
    storedUpload: (url) => {
      const prefix = `${publicUrl}/v1/storage/`;
      if (!url.startsWith(prefix)) return undefined;
      const claim = verify(url.slice(prefix.length));
      return claim.kind === 'stored' ? claim.upload : undefined;
    },
    verify,
  };
}
