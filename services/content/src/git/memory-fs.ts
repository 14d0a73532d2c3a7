import type { PromiseFsClient } from 'isomorphic-git';

const missing = (path: string) => Object.assign(new Error(`${path} does not exist`), { code: 'ENOENT' });

/**
 * A file system of its own for one repository, in memory: what a stranger's server calls its references can never become
 * a path on the disk, and nothing is left behind. `onPack` sees every pack before it is kept, and may throw.
 */
export function memoryFs(onPack: (pack: Buffer) => Promise<void>): PromiseFsClient {
  const files = new Map<string, Buffer>();
  const folders = new Set<string>();
  const parentOf = (path: string) => path.slice(0, path.lastIndexOf('/'));
  const stat = async (path: string) => {
    const file = files.get(path);
    if (!file && !folders.has(path)) throw missing(path);
    return {
      isFile: () => file !== undefined,
      isDirectory: () => file === undefined,
      isSymbolicLink: () => false,
      size: file?.length ?? 0,
      mode: 0o644,
      mtimeMs: 0,
      ctimeMs: 0,
    };
  };
  const unsupported = async (path: string): Promise<never> => {
    throw missing(path);
  };
  return {
    promises: {
      async readFile(path: string, options?: string | { encoding?: BufferEncoding }) {
        const file = files.get(path);
        if (!file) throw missing(path);
        const encoding = typeof options === 'string' ? (options as BufferEncoding) : options?.encoding;
        return encoding ? file.toString(encoding) : file;
      },
      async writeFile(path: string, data: Uint8Array | string) {
        const bytes =
          typeof data === 'string' ? Buffer.from(data) : Buffer.from(data.buffer, data.byteOffset, data.length);
        if (path.endsWith('.pack')) await onPack(bytes);
        files.set(path, bytes);
        for (let folder = parentOf(path); folder !== '' && !folders.has(folder); folder = parentOf(folder))
          folders.add(folder);
      },
      async unlink(path: string) {
        if (!files.delete(path)) throw missing(path);
      },
      async readdir(path: string) {
        if (!folders.has(path)) throw missing(path);
        const names = [...files.keys(), ...folders].filter((each) => parentOf(each) === path);
        return names.map((each) => each.slice(path.length + 1));
      },
      async mkdir(path: string) {
        folders.add(path);
      },
      async rmdir(path: string) {
        folders.delete(path);
      },
      stat,
      lstat: stat,
      readlink: unsupported,
      symlink: unsupported,
    },
  };
}
