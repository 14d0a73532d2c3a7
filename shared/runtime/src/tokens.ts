import { randomBytes } from 'node:crypto';
import { sha256 } from './ids.js';

/** What a token stands for: an API token of a user, an integration, or one installation of an integration. */
export type TokenKind = 'pat' | 'int' | 'ins';

const pattern = /^(quire_(?:pat|int|ins)_[\w-]{43})_([\w-]{6})$/;

/** First 6 base64url characters of the SHA-256: enough to tell a typing error from a token without asking anybody. */
const checksum = (text: string) => sha256(text).toString('base64url').slice(0, 6);

/** A new token with 256 random bits: `quire_<kind>_<43 base64url characters>_<6 checksum characters>`. */
export function createToken(kind: TokenKind): string {
  const body = `quire_${kind}_${randomBytes(32).toString('base64url')}`;
  return `${body}_${checksum(body)}`;
}

/** Whether text could be a token of {@link createToken}; says nothing about whether it was ever issued. */
export function isWellFormedToken(text: string): boolean {
  const [, body, check] = pattern.exec(text) ?? [];
  return body !== undefined && check === checksum(body);
}

/** What is stored and looked up instead of a token: the lower-case hex SHA-256. */
export function hashToken(text: string): string {
  return sha256(text).toString('hex');
}

/** Whether it is a token of an integration or of an installation of one. */
export const isIntegrationToken = (text: string): boolean => /^quire_(?:int|ins)_/.test(text);
