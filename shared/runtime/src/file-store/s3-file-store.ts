import { createHash, randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { Failure, notFound, tooLarge, unavailable } from '../errors.js';
import { checkKey, type FileStore, outOfRange, spool } from './file-store.js';

export interface S3FileStoreOptions {
  endpoint?: string;
  region: string;
  /** Made on first use if it does not exist. */
  bucket: string;
  /** Absent: the usual places, such as the environment or the machine's role. */
  accessKeyId?: string;
  secretAccessKey?: string;
  /** Bucket in the path instead of the host name: most servers other than Amazon's need it. */
  forcePathStyle?: boolean;
}

/** A file store on anything that speaks S3. The client library is loaded on first use. */
export function openS3FileStore(options: S3FileStoreOptions): FileStore {
  const { bucket: Bucket } = options;
  let connection: Promise<Connection> | undefined;
  const connected = (): Promise<Connection> => {
    connection ??= connect(options).catch((error: unknown) => {
      connection = undefined;
      throw error;
    });
    return connection;
  };
  const run = async <T>(work: (connection: Connection) => Promise<T>): Promise<T> => {
    try {
      return await work(await connected());
    } catch (error) {
      throw translate(error);
    }
  };

  return {
    async put(Key, body, { contentType, maxBytes } = {}) {
      checkKey(Key);
      const send = (content: Readable | Buffer, size: number) =>
        run(({ s3, client }) => {
          const input = { Bucket, Key, Body: content, ContentLength: size, ContentType: contentType };
          return client.send(new s3.PutObjectCommand(input));
        });
      if (Buffer.isBuffer(body)) {
        if (body.length > (maxBytes ?? body.length)) throw tooLarge(`The file is larger than ${maxBytes} bytes.`);
        await send(body, body.length);
        return { size: body.length, sha256: createHash('sha256').update(body).digest('hex') };
      }
      // S3 wants the length first, and nothing may arrive there that turns out too large.
      const path = join(tmpdir(), `quire-${randomUUID()}`);
      const written = await spool(body, path, { maxBytes });
      try {
        await send(createReadStream(path), written.size);
      } finally {
        await unlink(path);
      }
      return written;
    },
    async get(Key, { start = 0, end } = {}) {
      checkKey(Key);
      return run(async ({ s3, client }) => {
        const whole = start === 0 && end === undefined;
        const input = { Bucket, Key, ...(whole ? {} : { Range: `bytes=${start}-${end ?? ''}` }) };
        const answer = await client.send(new s3.GetObjectCommand(input)).catch(async (error: Error) => {
          if (error.name !== 'InvalidRange') throw error;
          const { ContentLength = 0 } = await client.send(new s3.HeadObjectCommand({ Bucket, Key }));
          throw outOfRange(ContentLength);
        });
        const total = /\/(\d+)$/.exec(answer.ContentRange ?? '')?.[1];
        return { stream: answer.Body as Readable, size: Number(total ?? answer.ContentLength ?? 0) };
      });
    },
    async has(Key) {
      checkKey(Key);
      return run(({ s3, client }) =>
        client.send(new s3.HeadObjectCommand({ Bucket, Key })).then(
          () => true,
          (error: unknown) => {
            if (isMissing(error)) return false;
            throw error;
          },
        ),
      );
    },
    async delete(Key) {
      checkKey(Key);
      await run(({ s3, client }) => client.send(new s3.DeleteObjectCommand({ Bucket, Key })));
    },
    list: (Prefix, StartAfter) =>
      run(async ({ s3, client }) => {
        const found = await client.send(new s3.ListObjectsV2Command({ Bucket, Prefix, StartAfter }));
        const keys = (found.Contents ?? []).map(({ Key }) => Key!);
        const next = found.IsTruncated ? keys.at(-1) : undefined;
        return { keys, ...(next === undefined ? {} : { next }) };
      }),
    healthy: () =>
      run(({ s3, client }) => client.send(new s3.HeadBucketCommand({ Bucket }))).then(
        () => true,
        () => false,
      ),
  };
}

interface Connection {
  s3: typeof import('@aws-sdk/client-s3');
  client: S3Client;
}

async function connect(options: S3FileStoreOptions): Promise<Connection> {
  const { endpoint, region, bucket: Bucket, accessKeyId, secretAccessKey, forcePathStyle = false } = options;
  const s3 = await import('@aws-sdk/client-s3');
  const client = new s3.S3Client({
    region,
    forcePathStyle,
    ...(endpoint ? { endpoint } : {}),
    ...(accessKeyId && secretAccessKey ? { credentials: { accessKeyId, secretAccessKey } } : {}),
    // Other servers than Amazon's do not know the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, requestTimeout: 30_000 },
  });
  try {
    await client.send(new s3.HeadBucketCommand({ Bucket }));
  } catch (error) {
    if (!isMissing(error)) throw error;
    await client.send(new s3.CreateBucketCommand({ Bucket }));
  }
  return { s3, client };
}

const isMissing = (error: unknown) =>
  error instanceof Error && ['NoSuchKey', 'NotFound', 'NoSuchBucket'].includes(error.name);

function translate(error: unknown): unknown {
  if (error instanceof Failure) return error;
  if (isMissing(error)) return notFound('file');
  const status = (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
  if (status !== undefined && status < 500) return error;
  return Object.assign(unavailable('The file store does not answer.'), { cause: error });
}
