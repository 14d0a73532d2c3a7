import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmod, chown, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { type Account, canReach, sharedFolder } from './account.js';
import { type Binaries, renameUnlessThere } from './binaries.js';

/** A database cluster on disk. */
export interface Cluster {
  /** What holds everything of it. */
  folder: string;
  /** Postgres' own data directory. */
  data: string;
  password: string;
}

/**
 * The folder that holds the cluster: `dataDir`, or, when the account cannot reach that (a checkout below a private home),
 * a folder of its own in `/var/lib/quire` that `dataDir/location` names.
 */
export async function clusterFolder(dataDir: string, account: Account | undefined): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o755 });
  const pointer = join(dataDir, 'location');
  const known = await readOptional(pointer);
  if (known) return checkedLocation(known.trim(), dataDir);
  if ((await exists(join(dataDir, 'server'))) || (await canReach(dataDir, account))) return dataDir;
  // What is temporary stays among the temporary files, which the system clears away.
  const isTemporary = resolve(dataDir).startsWith(tmpdir() + sep) && (await canReach(tmpdir(), account));
  if (!isTemporary) {
    await mkdir(sharedFolder, { recursive: true });
    await chmod(sharedFolder, 0o711);
  }
  const folder = await mkdtemp(join(isTemporary ? tmpdir() : sharedFolder, 'quire-data-'));
  await chmod(folder, 0o711);
  await writeFile(join(folder, 'belongs-to'), resolve(dataDir));
  await writeFile(pointer, `${folder}\n`);
  return folder;
}

/** A copied checkout carries the pointer of the original: two of them must not share one database. */
async function checkedLocation(folder: string, dataDir: string): Promise<string> {
  const marker = join(folder, 'belongs-to');
  const owner = await readOptional(marker);
  if (owner === undefined) {
    throw new Error(`${join(dataDir, 'location')} names ${folder}, which is gone. Delete that file to begin anew.`);
  }
  if (owner === resolve(dataDir)) return folder;
  if ((await readOptional(join(owner, 'location')))?.trim() === folder) {
    throw new Error(
      `${dataDir} looks like a copy of ${owner}: both name the database in ${folder}. ` +
        `Delete ${join(dataDir, 'location')} to give this one an empty database of its own.`,
    );
  }
  await writeFile(marker, resolve(dataDir));
  return folder;
}

/** Opens the cluster in `folder`, creating it when there is none. */
export async function openCluster(
  folder: string,
  binaries: Binaries,
  { account, durable }: { account: Account | undefined; durable: boolean },
): Promise<Cluster> {
  const server = join(folder, 'server');
  if (!(await exists(server))) await createCluster(server, binaries, { account, durable });
  const data = join(server, 'data');
  const version = (await readFile(join(data, 'PG_VERSION'), 'utf8')).trim();
  if (version !== binaries.major) {
    throw new Error(
      `The database in ${data} was written by PostgreSQL ${version}; this Quire brings ${binaries.major}. ` +
        `Dump it with the Quire that wrote it (or any PostgreSQL ${version}) and restore it here, or move it away to begin anew.`,
    );
  }
  return { folder, data, password: (await readFile(join(server, 'password'), 'utf8')).trim() };
}

/** Builds the cluster aside and moves it into place, so that a start that was killed leaves no half of one. */
async function createCluster(
  server: string,
  binaries: Binaries,
  { account, durable }: { account: Account | undefined; durable: boolean },
): Promise<void> {
  const aside = `${server}.${randomBytes(6).toString('hex')}`;
  const data = join(aside, 'data');
  const handover = join(aside, 'password-for-initdb');
  const password = randomBytes(24).toString('base64url');
  try {
    await mkdir(data, { recursive: true, mode: 0o700 });
    await writeFile(join(aside, 'password'), password, { mode: 0o600 });
    await writeFile(handover, password, { mode: 0o600 });
    await chmod(aside, account ? 0o711 : 0o700);
    if (account) {
      await chown(data, account.uid, account.gid);
      await chown(handover, account.uid, account.gid);
    }
    await run(
      binaries.initdb,
      [
        `--pgdata=${data}`,
        '--username=postgres',
        '--auth=scram-sha-256',
        `--pwfile=${handover}`,
        '--encoding=UTF8',
        ...localeArguments(),
        '--no-instructions',
        ...(durable ? [] : ['--no-sync']),
      ],
      data,
      account,
    );
    await rm(handover);
    await renameUnlessThere(aside, server);
  } finally {
    await rm(aside, { recursive: true, force: true });
  }
}

/** Not every system knows `C.UTF-8`; the order that Quire relies on is asked for with `COLLATE` where it matters. */
function localeArguments(): string[] {
  if (process.platform === 'darwin') return ['--locale=en_US.UTF-8'];
  if (process.platform === 'win32') return ['--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  return ['--locale=C.UTF-8'];
}

async function run(program: string, args: string[], cwd: string, account: Account | undefined): Promise<void> {
  const child = spawn(program, args, { ...account, cwd, env: serverEnvironment(), stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((settle, fail) => {
    child.on('error', (error) => fail(cannotRun(program, error)));
    child.on('close', settle);
  });
  if (code !== 0)
    throw new Error(`Creating the embedded database failed (${program}, exit code ${code}):\n${output.trim()}`);
}

/** A program that is there and yet "not found" lacks its loader: the binaries need glibc. */
export function cannotRun(program: string, error: NodeJS.ErrnoException): Error {
  const why =
    error.code === 'ENOENT'
      ? 'This system has no glibc (Alpine Linux, for one): use a glibc-based system or image, or set DATABASE_URL to a Postgres.'
      : error.message;
  return new Error(`The embedded Postgres cannot run (${program}). ${why}`);
}

/** Nothing of the caller's PG… variables or language reaches the server. */
export function serverEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP } = process.env;
  return { PATH, LC_ALL: process.platform === 'linux' ? 'C.UTF-8' : undefined, SystemRoot, TEMP, TMP };
}

/** The content of a small file; `undefined` when there is none. */
export async function readOptional(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
