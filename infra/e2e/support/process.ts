import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from '@quire/testing';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** A deployable as a process of its own, built and run as in production. */
export class Deployable {
  #child: ChildProcess | undefined;
  #output = '';
  /** It was told to end. */
  #asked = false;

  /** `main` is its entry below the root of the project, compiled or not; it listens on `port`. */
  constructor(
    readonly main: string,
    readonly port: number,
    readonly environment: Record<string, string>,
  ) {}

  async start(): Promise<void> {
    const { PATH = '', HOME = '', TMPDIR = '' } = process.env;
    const env = { PATH, HOME, ...(TMPDIR ? { TMPDIR } : {}), ...this.environment, PORT: String(this.port) };
    const typescript = this.main.endsWith('.ts') ? ['--conditions=@quire/source', '--import=tsx'] : [];
    const child = spawn(process.execPath, [...typescript, join(root, this.main)], {
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.#asked = false;
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => {
        this.#output = (this.#output + data.toString()).slice(-20_000);
      });
    }
    await eventually(
      async () => {
        if (child.exitCode !== null) throw new Error(`${this.main} ended with ${child.exitCode}`);
        const answer = await fetch(`http://127.0.0.1:${this.port}/readyz`);
        if (!answer.ok) throw new Error(`${this.main} is not ready: ${await answer.text()}`);
      },
      { timeoutMs: 40_000, intervalMs: 50 },
    ).catch((error: Error) => {
      if (child.exitCode !== null || !/not ready/.test(error.message)) error.message += `\n${this.#output}`;
      throw error;
    });
  }

  get pid(): number {
    return this.#child!.pid!;
  }

  /** Resident memory in MiB, on systems with /proc. */
  memory(): number {
    const status = readFileSync(`/proc/${this.#child!.pid}/status`, 'utf8');
    return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) / 1024);
  }

  /** Ends it as a power cut would: no handler runs, nothing is flushed. */
  async kill(): Promise<void> {
    await this.#end('SIGKILL');
  }

  async stop(): Promise<void> {
    await this.#end('SIGTERM');
  }

  /** Throws with what it printed when it ended although nobody asked it to. */
  assertAlive(): void {
    const child = this.#child;
    if (!child || this.#asked || (child.exitCode === null && child.signalCode === null)) return;
    throw new Error(`${this.main} ended by itself (${child.exitCode ?? child.signalCode}):\n${this.#output}`);
  }

  async #end(signal: NodeJS.Signals): Promise<void> {
    const child = this.#child;
    this.#asked = true;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill(signal);
    const force = setTimeout(() => child.kill('SIGKILL'), 20_000);
    await ended;
    clearTimeout(force);
  }
}
