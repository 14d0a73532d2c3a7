import { createHash, randomBytes } from 'node:crypto';

const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const timeLength = 8;
const randomLength = 12;

const base62 = (value: number, length: number): string => {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / 62)) text = alphabet[rest % 62] + text;
  return text;
};

/** Text of `length` base62 characters, each drawn evenly from secure random bytes. */
function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length * 2)) {
      // 248 = 4 × 62: larger bytes would favour the first characters.
      if (byte < 248 && text.length < length) text += alphabet[byte % 62];
    }
  }
  return text;
}

/**
 * A new id: 20 characters of `[0-9A-Za-z]`, the first 8 the creation time in milliseconds, the other 12 random
 * (71 bits). Ids sort by creation time in byte order, so a list ordered by id needs no second column.
 */
export function newId(now: number = Date.now()): string {
  return base62(now, timeLength) + randomText(randomLength);
}

/** SHA-256 of text or bytes. */
export function sha256(data: string | Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}
