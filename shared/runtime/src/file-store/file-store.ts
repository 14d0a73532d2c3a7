import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, unlink } from 'node:fs/promises';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { invalid, tooLarge } from '../errors.js';

export interface PutOptions {
  contentType?: string;
  /** Refuse more bytes than this with `too-large`. */
  maxBytes?: number;
}

/** First and last byte, both included, counted from 0. */
export interface ByteRange {
  start?: number;
  end?: number;
}

/** Keeps files by key. A key is 1 to 200 characters of `[a-z0-9/._-]` without `..`. */
export interface FileStore {
  /** Writes the whole file or nothing; replaces what was there. `sha256` is in hexadecimal. */
  put(key: string, body: Readable | Buffer, options?: PutOptions): Promise<{ size: number; sha256: string }>;
  /**
   * Reads a file or a part of it; `size` is that of the whole file. Rejects with `not-found` for an unknown key and
   * with `invalid` for a range that begins behind the end. The caller has to consume or destroy the stream.
   */
  get(key: string, range?: ByteRange): Promise<{ stream: Readable; size: number }>;
  has(key: string): Promise<boolean>;
  /** Deletes a file; an unknown key is fine. */
  delete(key: string): Promise<void>;
  /**
   * Keys that begin with `prefix`, in no particular order, some at a time: the first ones, or those from where an earlier
   * answer's `next` says. What is put or deleted meanwhile may be missing or not.
   */
  list(prefix: string, from?: string): Promise<{ keys: string[]; next?: string }>;
  healthy(): Promise<boolean>;
}

const keyPattern = /^(?!.*\.\.)[a-z0-9/._-]{1,200}$/;

/** Throws `invalid` for a key outside the allowed alphabet. */
export function checkKey(key: string): void {
  if (!keyPattern.test(key)) throw invalid([{ path: 'key', message: 'is not a file key' }]);
}

/** A range that the file does not have. */
export const outOfRange = (size: number) =>
  invalid([{ path: 'range', message: `begins behind the end of the file of ${size} bytes` }]);

/** A stream that passes bytes on, counts and hashes them, and fails with `too-large` above `maxBytes`. */
export function meter({ maxBytes = Number.POSITIVE_INFINITY }: { maxBytes?: number | undefined }) {
  const hash = createHash('sha256');
  let size = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > maxBytes) return done(tooLarge(`The file is larger than ${maxBytes} bytes.`));
      hash.update(chunk);
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ size, sha256: hash.digest('hex') }) };
}

/** Writes a body to a new file at `path`, durably; leaves no file behind when it fails. */
export async function spool(
  body: Readable | Buffer,
  path: string,
  { maxBytes }: { maxBytes?: number | undefined } = {},
): Promise<{ size: number; sha256: string }> {
  const measured = meter({ maxBytes });
  const source = Buffer.isBuffer(body) ? Readable.from([body]) : body;
  try {
    await pipeline(source, measured.stream, createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    await syncPath(path);
  } catch (error) {
    await unlink(path).catch(() => undefined);
    throw error;
  }
  return measured.result();
}

/** Makes a file's content, or a folder's entries, survive a power cut. */
export async function syncPath(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
