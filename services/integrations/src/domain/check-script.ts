import { Worker } from 'node:worker_threads';
import type { FailureDetail } from '@quire/runtime';

/**
 * Parses and runs nothing. A module is what the publisher makes today; older ones made a plain script. In a thread of its
 * own, because a hostile text takes long or eats memory, and because Node parses modules behind a switch only.
 */
const parser = `
const { parentPort, workerData } = require('node:worker_threads');
const { Script, SourceTextModule } = require('node:vm');
const attempt = (parse) => { try { parse(); } catch (error) { return String(error.message); } };
const problem = attempt(() => new SourceTextModule(workerData));
parentPort.postMessage(problem !== undefined && attempt(() => new Script(workerData)) === undefined ? undefined : problem);
`;
const patienceMs = 10_000;

/** What keeps a text from being a script; undefined when nothing does. */
export async function checkScript(script: string): Promise<FailureDetail | undefined> {
  if (script.trim() === '') return { path: 'body.script', message: 'must not be empty' };
  const problem = await parse(script);
  return problem === undefined ? undefined : { path: 'body.script', message: `cannot be parsed: ${problem}` };
}

async function parse(script: string): Promise<string | undefined> {
  const worker = new Worker(parser, {
    eval: true,
    workerData: script,
    env: {},
    execArgv: ['--experimental-vm-modules', '--no-warnings'],
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  const problem = new Promise<string | undefined>((resolve) => {
    const patience = setTimeout(() => resolve('it takes too long'), patienceMs);
    const settle = (found: string | undefined) => {
      clearTimeout(patience);
      resolve(found);
    };
    worker.once('message', settle);
    worker.once('error', ({ message }: Error) => settle(message));
    worker.once('exit', () => settle('it takes too much memory'));
  });
  try {
    return await problem;
  } finally {
    await worker.terminate();
  }
}
