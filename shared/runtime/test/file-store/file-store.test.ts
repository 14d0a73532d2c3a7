import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { expect } from 'chai';
import S3rver from 's3rver';
import type { Failure } from '../../src/errors.js';
import type { FileStore } from '../../src/file-store/file-store.js';
import { openLocalFileStore } from '../../src/file-store/local-file-store.js';
import { openS3FileStore } from '../../src/file-store/s3-file-store.js';

const kindOf = (work: Promise<unknown>) =>
  work.then(
    () => 'no failure',
    (error: Failure) => error.kind ?? error,
  );
const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

function contractOfAFileStore(setUp: () => Promise<FileStore>) {
  let store: FileStore;
  before(async () => {
    store = await setUp();
  });
  const read = async (key: string, range?: { start?: number; end?: number }) => {
    const { stream, size } = await store.get(key, range);
    return { text: (await buffer(stream)).toString(), size };
  };

  it('keeps bytes, from a buffer and from a stream', async () => {
    const bytes = randomBytes(1_000_000);
    const chunks = [bytes.subarray(0, 10), bytes.subarray(10, 600_000), bytes.subarray(600_000)];
    for (const [key, body] of [['files/a.bin', bytes] as const, ['files/b.bin', Readable.from(chunks)] as const]) {
      const expected = { size: bytes.length, sha256: sha256(bytes) };
      expect(await store.put(key, body, { contentType: 'image/png' })).to.deep.equal(expected);
      const { stream, size } = await store.get(key);
      expect(size).to.equal(bytes.length);
      expect(sha256(await buffer(stream))).to.equal(expected.sha256);
    }
  });

  it('keeps an empty file', async () => {
    expect(await store.put('empty', Readable.from([]))).to.include({ size: 0 });
    expect(await read('empty')).to.deep.equal({ text: '', size: 0 });
    expect(await store.has('empty')).to.equal(true);
  });

  it('reads parts', async () => {
    await store.put('parts', Buffer.from('0123456789'));
    expect(await read('parts', { start: 2, end: 4 })).to.deep.equal({ text: '234', size: 10 });
    expect(await read('parts', { start: 7 })).to.deep.equal({ text: '789', size: 10 });
    expect(await read('parts', { end: 1 })).to.deep.equal({ text: '01', size: 10 });
    expect(await read('parts', { start: 8, end: 100 })).to.deep.equal({ text: '89', size: 10 });
    expect(await kindOf(store.get('parts', { start: 10 }))).to.equal('invalid');
  });

  it('replaces', async () => {
    await store.put('replaced', Buffer.from('old and long'));
    await store.put('replaced', Readable.from([Buffer.from('new')]));
    expect(await read('replaced')).to.deep.equal({ text: 'new', size: 3 });
  });

  it('keeps a key apart from keys below it', async () => {
    await store.put('tree', Buffer.from('root'));
    await store.put('tree/leaf', Buffer.from('leaf'));
    expect((await read('tree')).text).to.equal('root');
    expect((await read('tree/leaf')).text).to.equal('leaf');
  });

  it('deletes, and does not mind an unknown key', async () => {
    await store.put('deleted', Buffer.from('x'));
    await store.delete('deleted');
    await store.delete('deleted');
    expect(await store.has('deleted')).to.equal(false);
    expect(await kindOf(store.get('deleted'))).to.equal('not-found');
    expect(await kindOf(store.get('deleted', { start: 1 }))).to.equal('not-found');
  });

  it('refuses more bytes than allowed, and keeps what was there', async () => {
    await store.put('limited', Buffer.from('kept'), { maxBytes: 4 });
    const body = () => Readable.from([Buffer.alloc(3), Buffer.alloc(2)]);
    expect(await kindOf(store.put('limited', body(), { maxBytes: 4 }))).to.equal('too-large');
    expect(await kindOf(store.put('limited', Buffer.alloc(5), { maxBytes: 4 }))).to.equal('too-large');
    expect((await read('limited')).text).to.equal('kept');
  });

  it('keeps nothing of a stream that breaks', async () => {
    const broken = Readable.from(
      (async function* () {
        yield Buffer.from('half');
        throw new Error('broken');
      })(),
    );
    expect(await store.put('broken', broken).catch((error: Error) => error.message)).to.equal('broken');
    expect(await store.has('broken')).to.equal(false);
  });

  it('lists keys by their beginning, each once', async () => {
    const put = Array.from({ length: 30 }, (_, index) => `listed/${index}`);
    for (const key of [...put, 'listed', 'other/listed/1']) await store.put(key, Buffer.from('x'));
    const keys: string[] = [];
    for (let from: string | undefined, isMore = true; isMore; isMore = from !== undefined) {
      const some = await store.list('listed/', from);
      keys.push(...some.keys);
      from = some.next;
    }
    expect(keys.sort()).to.deep.equal(put.sort());
    expect((await store.list('nothing/')).keys).to.deep.equal([]);
  });

  for (const key of ['', '../secret', 'a/../b', 'A', 'ä', 'a b', 'a\0', 'x'.repeat(201)]) {
    it(`refuses the key ${JSON.stringify(key.slice(0, 10))}`, async () => {
      expect(await kindOf(store.put(key, Buffer.from('x')))).to.equal('invalid');
      expect(await kindOf(store.get(key))).to.equal('invalid');
      expect(await kindOf(store.has(key))).to.equal('invalid');
      expect(await kindOf(store.delete(key))).to.equal('invalid');
    });
  }

  it('is healthy', async () => {
    expect(await store.healthy()).to.equal(true);
  });
}

describe('local file store', () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-files-'));
  });
  after(() => rm(folder, { recursive: true }));

  contractOfAFileStore(() => openLocalFileStore({ folder: join(folder, 'made', 'here') }));

  it('leaves no unfinished file, and removes those of a process that was killed', async () => {
    const own = join(folder, 'own');
    const store = await openLocalFileStore({ folder: own });
    await kindOf(store.put('a', Buffer.alloc(2), { maxBytes: 1 }));
    const incoming = join(own, '~incoming');
    expect(await readdir(incoming)).to.deep.equal([]);
    await writeFile(join(incoming, 'old'), '');
    await writeFile(join(incoming, 'running'), '');
    await utimes(join(incoming, 'old'), 0, 0);
    await openLocalFileStore({ folder: own });
    expect(await readdir(incoming)).to.deep.equal(['running']);
  });

  it('is not healthy without its folder', async () => {
    const own = join(folder, 'gone');
    const store = await openLocalFileStore({ folder: own });
    await rm(own, { recursive: true });
    expect(await store.healthy()).to.equal(false);
  });
});

describe('S3 file store', () => {
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  let server: S3rver;
  let directory: string;
  let endpoint: string;
  before(async () => {
    directory = await mkdtemp(join(tmpdir(), 'quire-s3-'));
    server = new S3rver({ port: 0, address: '127.0.0.1', silent: true, directory });
    endpoint = `http://127.0.0.1:${(await server.run()).port}`;
  });
  after(async () => {
    await server.close();
    await rm(directory, { recursive: true });
  });

  contractOfAFileStore(async () =>
    openS3FileStore({ endpoint, region: 'us-east-1', bucket: 'quire', forcePathStyle: true, ...credentials }),
  );

  it('is unavailable without a server', async () => {
    const gone = { endpoint: 'http://127.0.0.1:1', region: 'us-east-1', bucket: 'quire', forcePathStyle: true };
    const store = openS3FileStore({ ...gone, ...credentials });
    expect(await store.healthy()).to.equal(false);
    expect(await kindOf(store.get('a'))).to.equal('unavailable');
  });
});
