import { spawn, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Account } from './account.js';
import type { Binaries } from './binaries.js';
import { cannotRun, type Cluster, readOptional, serverEnvironment } from './cluster.js';
import { findFreePort, isFreePort } from './ports.js';

/** A running server. */
export interface Postmaster {
  pid: number;
  port: number;
}

const largestLog = 10 * 1024 * 1024;

/** The server that runs on the cluster, if any; a `postmaster.pid` left by a crash is removed. */
export async function findPostmaster({ data }: Cluster): Promise<Postmaster | undefined> {
  const path = join(data, 'postmaster.pid');
  const lines = (await readOptional(path))?.split('\n');
  if (!lines) return undefined;
  const pid = Number(lines[0]);
  if (!isPostgres(pid)) {
    await rm(path, { force: true });
    return undefined;
  }
  const port = Number(lines[3]);
  return port > 0 ? { pid, port } : undefined;
}

/** Starts a server on the cluster: on the port of last time, or on another when that one is taken. */
export async function launchPostmaster(
  cluster: Cluster,
  binaries: Binaries,
  { account, durable }: { account: Account | undefined; durable: boolean },
): Promise<Postmaster> {
  const port = await choosePort(join(cluster.folder, 'port'));
  const log = await openLog(join(cluster.folder, 'postgres.log'));
  const settings = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    log_timezone: 'UTC',
    log_checkpoints: 'off',
    max_connections: '200',
    ...(durable ? {} : { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' }),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // A session of its own: Ctrl-C in the terminal must reach Quire only, which stops Postgres last.
  const child = spawn(binaries.postgres, ['-D', cluster.data, '-p', String(port), ...args], {
    ...account,
    cwd: cluster.data,
    env: serverEnvironment(),
    detached: true,
    windowsHide: true,
    stdio: ['ignore', 'ignore', log.fd],
  });
  const failed = new Promise<never>((_, fail) => {
    child.on('error', (error) => fail(cannotRun(binaries.postgres, error)));
    child.on('exit', (code, signal) => fail(new Error(`postgres ended (${signal ?? code})`)));
  });
  failed.catch(() => undefined);
  try {
    await Promise.race([failed, listening(cluster, port)]);
  } catch (error) {
    const tail = (await readOptional(join(cluster.folder, 'postgres.log')))?.split('\n').slice(-12).join('\n').trim();
    throw new Error(`The embedded Postgres did not start: ${(error as Error).message}\n${tail}`, { cause: error });
  } finally {
    await log.close();
  }
  child.unref();
  return { pid: child.pid!, port };
}

/** Resolves when the server has written that it is ready (line 8 of `postmaster.pid`). */
async function listening({ data }: Cluster, port: number): Promise<void> {
  const path = join(data, 'postmaster.pid');
  const end = Date.now() + 120_000;
  while (Date.now() < end) {
    const lines = (await readOptional(path))?.split('\n');
    if (lines?.[7]?.trim() === 'ready' && Number(lines[3]) === port) return;
    await delay(10);
  }
  throw new Error('postgres was not ready within 120 s');
}

/** Fast shutdown: open transactions are rolled back, everything is written; resolves when the server is gone. */
export async function stopPostmaster({ pid }: Postmaster, { data }: Cluster, binaries: Binaries): Promise<void> {
  const path = join(data, 'postmaster.pid');
  const gone = async (milliseconds: number) => {
    const end = Date.now() + milliseconds;
    while (Date.now() < end) {
      if (Number((await readOptional(path))?.split('\n')[0]) !== pid || !isPostgres(pid)) return true;
      await delay(5);
    }
    return false;
  };
  signalPostmaster(pid, data, binaries);
  if (await gone(20_000)) return;
  process.kill(pid, 'SIGQUIT');
  if (!(await gone(5_000))) throw new Error(`The embedded Postgres (process ${pid}) does not stop.`);
}

/** Asks for the fast shutdown without waiting for it: all that a process can do while it exits. */
export function signalPostmaster(pid: number, data: string, binaries: Binaries): void {
  if (process.platform === 'win32') {
    spawnSync(binaries.pgCtl, ['stop', '-D', data, '-m', 'fast', '-W'], { windowsHide: true });
    return;
  }
  try {
    process.kill(pid, 'SIGINT');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Whether the process lives and, as far as the system tells, is a Postgres and not another that was given its number. */
function isPostgres(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false;
  }
  if (process.platform !== 'linux') return true;
  try {
    return basename(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]!).startsWith('postgres');
  } catch {
    return false;
  }
}

async function choosePort(file: string): Promise<number> {
  const known = Number(await readOptional(file));
  if (known && (await isFreePort(known))) return known;
  const port = await findFreePort();
  await writeFile(file, String(port));
  return port;
}

async function openLog(path: string) {
  const size = await stat(path).then(
    (file) => file.size,
    () => 0,
  );
  if (size > largestLog) await rename(path, `${path}.old`);
  return open(path, 'a', 0o600);
}
