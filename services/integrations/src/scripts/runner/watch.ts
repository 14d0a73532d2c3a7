import { readFile } from 'node:fs/promises';

/** What a process has used so far. */
export interface Usage {
  cpuMs: number;
  memoryMiB: number;
}

// Fixed in Linux's interface to programs, whatever the kernel counts in.
const ticksPerSecond = 100;

/** What the children of this process use together; undefined where the system has no /proc. */
export async function childUsage(): Promise<Usage | undefined> {
  const pids = await childPids();
  if (!pids) return undefined;
  const total = { cpuMs: 0, memoryMiB: 0 };
  for (const pid of pids) {
    const usage = await usageOf(pid).catch(gone);
    total.cpuMs += usage?.cpuMs ?? 0;
    total.memoryMiB += usage?.memoryMiB ?? 0;
  }
  return total;
}

/** Ends what this process has started, as far as it has not ended by itself. */
export async function killChildren(): Promise<void> {
  for (const pid of (await childPids()) ?? []) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      gone(error as NodeJS.ErrnoException);
    }
  }
}

async function childPids(): Promise<number[] | undefined> {
  const text = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8').catch(gone);
  return text?.split(' ').filter(Boolean).map(Number);
}

async function usageOf(pid: number): Promise<Usage> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  // The name of the program, in brackets, may hold anything.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = Number(fields[11]) + Number(fields[12]);
  const kibibytes = Number(/^RssAnon:\s+(\d+)/m.exec(status)?.[1] ?? 0);
  return { cpuMs: (ticks * 1_000) / ticksPerSecond, memoryMiB: kibibytes / 1024 };
}

function gone(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT' && error.code !== 'ESRCH') throw error;
}
