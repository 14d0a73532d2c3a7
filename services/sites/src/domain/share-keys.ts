import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';

/** Names a share link. */
export interface SharedBy {
  id: string;
  site_id: string;
}

/** Makes and reads the keys of share links. */
export interface ShareKeys {
  keyOf(link: SharedBy): string;
  /** The link that a key of the site claims to be that of. */
  linkIdIn(key: string): string;
  isKeyOf(key: string, link: SharedBy): boolean;
}

const proofLength = 43;

/**
 * A key is the id of the link's row and a proof, 256 bits that only Quire can make: whoever reads the database or a backup
 * opens nothing with what they find there, and a key can still be shown again.
 */
export function shareKeys(secret: string): ShareKeys {
  const proving = Buffer.from(hkdfSync('sha256', secret, '', 'quire-share-links', 32));
  const keyOf = ({ id, site_id }: SharedBy) =>
    id + createHmac('sha256', proving).update(`${site_id}:${id}`).digest('base64url');
  return {
    keyOf,
    linkIdIn: (key) => key.slice(0, -proofLength),
    isKeyOf: (key, link) => {
      const given = Buffer.from(key);
      const expected = Buffer.from(keyOf(link));
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
