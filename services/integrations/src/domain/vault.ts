import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const algorithm = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/** Encrypts what has to be read again. */
export interface Vault {
  /** `owner` is whose it is: what was sealed for one cannot be opened for another. */
  seal(text: string, owner: string): Buffer;
  /** Throws when the bytes were changed, or sealed with another key or for another owner. */
  open(sealed: Buffer, owner: string): string;
}

/** AES-256-GCM under a key of 32 bytes: nonce, tag, ciphertext. */
export function createVault(key: Buffer): Vault {
  return {
    seal(text, owner) {
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv(algorithm, key, nonce).setAAD(Buffer.from(owner));
      const encrypted = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]);
    },
    open(sealed, owner) {
      const nonce = sealed.subarray(0, nonceBytes);
      const tag = sealed.subarray(nonceBytes, nonceBytes + tagBytes);
      const decipher = createDecipheriv(algorithm, key, nonce, { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(owner)).setAuthTag(tag);
      const encrypted = sealed.subarray(nonceBytes + tagBytes);
      return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString('utf8');
    },
  };
}
