import { type ChildProcess, spawn } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { makeWorkFolder, sweepWorkFolders } from '@quire/runtime';
import type { Dispatch, FromRunner, LogLine, ScriptAnswer, ScriptLimits, ToRunner } from './runner/protocol.js';
import { logLine } from './runner/console-lines.js';

/** Why an event has no answer. */
export type FailureReason =
  /** No script runs here. */
  | 'off'
  /** The script cannot be started at all. */
  | 'script'
  /** It threw, or answered nothing that can be passed on. */
  | 'failed'
  /** It took too long, too much, or its process with it. */
  | 'overrun'
  /** It is not tried for a while after several of those. */
  | 'resting'
  /** Nobody knows: whoever asked it is ending. */
  | 'stopping';

/** What became of an event, and what was written to the console meanwhile. */
export type ScriptOutcome = { logs: LogLine[] } & (
  | { answer: ScriptAnswer }
  | { failure: { reason: FailureReason; message: string } }
);

export interface ScriptProcess {
  /** Resolves in any case. */
  dispatch(dispatch: Dispatch): Promise<ScriptOutcome>;
  /** Resolves when the process is gone. */
  ended: Promise<void>;
  stop(): Promise<void>;
}

export interface ScriptProcessOptions {
  script: string;
  allow: readonly string[];
  publicUrl: string;
  limits: ScriptLimits;
  /** Ends the process, and all that waits for it, at once. */
  signal?: AbortSignal;
}

interface Waiting {
  logs: LogLine[];
  settle: (result: { answer: ScriptAnswer } | { failure: { reason: FailureReason; message: string } }) => void;
}

const folderKind = 'script';
/** Removes the folders of processes that were killed together with their service. */
export const sweepScriptFolders = (): Promise<void> => sweepWorkFolders(folderKind);

const startTimeoutMs = 20_000;
const isSource = import.meta.url.endsWith('.ts');
const entry = fileURLToPath(new URL(isSource ? './runner/from-source.mjs' : './runner/runner.js', import.meta.url));

/**
 * Starts a process that runs one script in workerd, in a folder of its own that goes with it. The process has no
 * environment, may not take more memory than it is given, and yields to others.
 */
export async function startScriptProcess(options: ScriptProcessOptions): Promise<ScriptProcess> {
  const { script, allow, publicUrl, limits, signal } = options;
  const folder = await makeWorkFolder(folderKind);
  const child = spawnRunner(folder, limits.memoryMiB);
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let end: { reason: FailureReason; message: string } | undefined;
  const started = withResolvers<void>();
  const send = (message: ToRunner) => void child.send(message, () => undefined);

  const finish = (reason: FailureReason, message: string) => {
    end ??= { reason, message };
    kill(child);
  };
  const stop = () => finish('stopping', 'The service is stopping.');
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => {
      signal?.removeEventListener('abort', stop);
      end ??= { reason: 'overrun', message: 'The process of the script ended.' };
      kill(child);
      started.resolve();
      for (const each of waiting.values()) each.settle({ failure: end });
      waiting.clear();
      void rm(folder, { recursive: true, force: true }).then(resolve, resolve);
    });
  });
  child.once('error', (error) => {
    finish('failed', `The process of the script could not be started: ${error.message}`);
    child.emit('close');
  });
  child.on('message', (message: FromRunner) => {
    if (message.kind === 'ready') return started.resolve();
    if (message.kind === 'refused') return finish(message.reason === 'script' ? 'script' : 'off', refusal(message));
    if (message.kind === 'overrun') return finish('overrun', message.message);
    const waits = waiting.get(message.id);
    if (!waits) return;
    if (message.kind === 'log') return void waits.logs.push(message.line);
    waiting.delete(message.id);
    waits.settle(
      message.kind === 'answer'
        ? { answer: message.answer }
        : { failure: { reason: 'failed', message: message.message } },
    );
  });
  const late = setTimeout(() => finish('overrun', 'The script did not start in time.'), startTimeoutMs);
  send({ kind: 'start', script, allow: [...allow], publicUrl, limits });
  signal?.addEventListener('abort', stop);
  if (signal?.aborted) stop();
  await started.promise;
  clearTimeout(late);

  return {
    ended,
    async dispatch(dispatch) {
      const logs: LogLine[] = [];
      if (end) return failed(end, logs);
      const { timeoutMs } = limits;
      const timer = setTimeout(
        () => finish('overrun', `The script did not answer within ${timeoutMs / 1_000} s.`),
        timeoutMs,
      );
      const result = await new Promise<Parameters<Waiting['settle']>[0]>((settle) => {
        waiting.set(++lastId, { logs, settle });
        send({ kind: 'dispatch', id: lastId, ...dispatch });
      });
      clearTimeout(timer);
      return 'failure' in result ? failed(result.failure, logs) : { ...result, logs };
    },
    async stop() {
      finish('failed', 'The script was stopped.');
      await ended;
    },
  };
}

/** The trace of an event that failed says why. */
export const failed = (failure: { reason: FailureReason; message: string }, logs: LogLine[] = []): ScriptOutcome => ({
  failure,
  logs: [...logs, logLine('error', failure.message, new Date())],
});

function refusal({ reason, message }: { reason: 'script' | 'missing'; message: string }): string {
  return reason === 'script'
    ? `The script cannot be run: ${message}`
    : 'Scripts are not run here, because the package miniflare is not installed.';
}

function spawnRunner(folder: string, memoryMiB: number): ChildProcess {
  const node = [process.execPath, ...(isSource ? ['--conditions=@quire/source'] : []), entry];
  // The limit is inherited by workerd. Where a system has no such limit, the watch in the runner is left.
  const script = `ulimit -d ${memoryMiB * 1024 + 512 * 1024} 2>/dev/null; ulimit -c 0; exec nice -n 5 "$0" "$@"`;
  return spawn('/bin/sh', ['-c', script, ...node], {
    cwd: folder,
    env: { TMPDIR: folder },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    serialization: 'advanced',
    // A group of its own: whatever it has started is ended with it.
    detached: true,
  });
}

function kill({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function withResolvers<T>() {
  let resolve!: (value: T) => void;
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
