import { createHash } from 'node:crypto';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Containers share neither processes nor, as a rule, temporary folders; their names tell them apart if they do. */
const machine = createHash('sha256').update(hostname()).digest('hex').slice(0, 8);

const prefixOf = (kind: string): string => `quire-${kind}-`;

/** Makes a temporary folder that this process owns, and returns its path. `kind` is a word for what is done in it. */
export const makeWorkFolder = (kind: string): Promise<string> =>
  mkdtemp(join(tmpdir(), `${prefixOf(kind)}${machine}-${process.pid}-`));

/** Gives `work` a folder of {@link makeWorkFolder} that goes when it is done. */
export async function withWorkFolder<T>(kind: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeWorkFolder(kind);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Removes the work folders of a kind whose process on this machine was killed, and, when `longestMs` is given, all that are
 * older than any work of the kind takes. `folder` is where they are looked for; the system's temporary one unless set.
 */
export async function sweepWorkFolders(
  kind: string,
  { longestMs = Number.POSITIVE_INFINITY, folder = tmpdir() }: { longestMs?: number; folder?: string } = {},
): Promise<void> {
  const prefix = prefixOf(kind);
  for (const name of await readdir(folder)) {
    if (!name.startsWith(prefix)) continue;
    const path = join(folder, name);
    const made = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      // Its work ended meanwhile.
      () => undefined,
    );
    const isLeft = made !== undefined && (made < Date.now() - longestMs || isOrphan(name.slice(prefix.length), made));
    if (isLeft) await rm(path, { recursive: true, force: true });
  }
}

function isOrphan(owned: string, madeAt: number): boolean {
  const [, owner, id] = /^([0-9a-f]{8})-(\d+)-/.exec(owned) ?? [];
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
