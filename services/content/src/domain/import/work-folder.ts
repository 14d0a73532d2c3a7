import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

const prefix = 'quire-import-';
/** Containers share neither processes nor, as a rule, temporary folders; their names tell them apart if they do. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);
/** No import takes as long. */
const longestMs = 60 * 60 * 1_000;

/** Gives an import a temporary folder of its own, which goes when `work` is done. */
export async function withWorkFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), `${prefix}${machine}-${process.pid}-`));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Removes what imports left behind whose process was killed. */
export async function sweepWorkFolders(folder = tmpdir()): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(folder, name);
    const made = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      // Its import ended meanwhile.
      () => undefined,
    );
    if (made !== undefined && isLeft(name, made)) await rm(path, { recursive: true, force: true });
  }
}

function isLeft(name: string, madeAt: number): boolean {
  if (madeAt < Date.now() - longestMs) return true;
  const [, owner, id] = /^([0-9a-f]{8})-(\d+)-/.exec(name.slice(prefix.length)) ?? [];
  if (owner !== machine) return false;
  // After a restart another process may have the number, in a container always: ours made nothing before it began.
  return Number(id) === process.pid ? madeAt < performance.timeOrigin : !isAlive(Number(id));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
