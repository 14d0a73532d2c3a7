import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat, unlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { notFound } from '../errors.js';
import { checkKey, type FileStore, outOfRange, spool, syncPath } from './file-store.js';

export interface LocalFileStoreOptions {
  /** Made if it does not exist; nothing else may write to it. */
  folder: string;
}

const staleMs = 24 * 60 * 60 * 1_000;

/** A file store in a local folder. Unfinished files of a killed process are removed when it is opened a day later. */
export async function openLocalFileStore({ folder }: LocalFileStoreOptions): Promise<FileStore> {
  // No key holds a tilde, so nothing can collide with this folder.
  const incoming = join(folder, '~incoming');
  await mkdir(incoming, { recursive: true, mode: 0o700 });
  await removeStale(incoming);

  /** Two levels of 256 folders keep folders small; encoding keeps `a` and `a/b` apart, a file and a folder otherwise. */
  const pathOf = (key: string): string => {
    checkKey(key);
    const fan = createHash('sha256').update(key).digest('hex');
    return join(folder, fan.slice(0, 2), fan.slice(2, 4), encodeURIComponent(key));
  };

  return {
    async put(key, body, { maxBytes } = {}) {
      const path = pathOf(key);
      const unfinished = join(incoming, randomUUID());
      const written = await spool(body, unfinished, { maxBytes });
      await mkdir(dirname(path), { recursive: true, mode: 0o700 });
      await rename(unfinished, path);
      await syncPath(dirname(path));
      return written;
    },
    async get(key, { start = 0, end } = {}) {
      const handle = await open(pathOf(key), 'r').catch(missing);
      if (!handle) throw notFound('file');
      const { size } = await handle.stat();
      if (start > 0 && start >= size) {
        await handle.close();
        throw outOfRange(size);
      }
      const stream = handle.createReadStream({ start, ...(end === undefined ? {} : { end }) });
      return { stream, size };
    },
    has: async (key) => (await stat(pathOf(key)).catch(missing)) !== undefined,
    async delete(key) {
      await unlink(pathOf(key)).catch(missing);
    },
    // One of the outer folders at a time.
    async list(prefix, from = '00') {
      const keys: string[] = [];
      const outer = join(folder, from);
      for (const inner of await namesIn(outer))
        for (const name of await namesIn(join(outer, inner))) {
          const key = decodeURIComponent(name);
          if (key.startsWith(prefix)) keys.push(key);
        }
      const next = (Number.parseInt(from, 16) + 1).toString(16).padStart(2, '0');
      return { keys, ...(next === '100' ? {} : { next }) };
    },
    healthy: () =>
      access(incoming, constants.W_OK).then(
        () => true,
        () => false,
      ),
  };
}

/** Turns the error for a file that is not there into `undefined`. */
function missing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}

const namesIn = async (path: string): Promise<string[]> => (await readdir(path).catch(missing)) ?? [];

async function removeStale(incoming: string): Promise<void> {
  for (const name of await readdir(incoming)) {
    const path = join(incoming, name);
    const found = await stat(path).catch(missing);
    if (found && Date.now() - found.mtimeMs > staleMs) await rm(path, { force: true });
  }
}
