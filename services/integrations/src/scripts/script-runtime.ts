import { setMaxListeners } from 'node:events';
import type { Log } from '@quire/runtime';
import type { Dispatch, LogLine, ScriptLimits } from './runner/protocol.js';
import { failed, type ScriptOutcome, type ScriptProcess, startScriptProcess } from './script-process.js';

/** A script by what it is: another hash is another script. */
export interface Script {
  integration: string;
  hash: string;
  load: () => Promise<string>;
}

/** Runs scripts of integrations, each in a process of its own, started when there is something for it to do. */
export interface ScriptRuntime {
  /**
   * Hands an event to a script. Resolves in any case: what went wrong is in the outcome. What has not come to its turn when
   * `unwanted` is aborted is not handed over any more.
   */
  run(script: Script, dispatch: Dispatch, unwanted?: AbortSignal): Promise<ScriptOutcome>;
  /** What there is to say about a script without trying: that it is off, cannot be started, or rests. */
  refusal(script: Pick<Script, 'integration' | 'hash'>): ScriptOutcome | undefined;
  /** Ends the processes that have had nothing to do for a while. */
  stopIdle(): Promise<void>;
  /** Integrations whose scripts run. */
  alive(): string[];
  stop(): Promise<void>;
}

export interface ScriptRuntimeOptions {
  isOn: boolean;
  allow: readonly string[];
  publicUrl: string;
  /** How many scripts run at once; the one that has been idle longest makes room. */
  maxProcesses: number;
  idleMs: number;
  limits: ScriptLimits;
  clock: () => Date;
  log?: Log;
  /** Ends what runs as soon as the service is told to stop; {@link ScriptRuntime.stop} waits for it. */
  stopping?: AbortSignal;
  /** Instead of {@link startScriptProcess}, for tests. */
  start?: typeof startScriptProcess;
}

interface Slot {
  hash: string;
  process: Promise<ScriptProcess>;
  busy: number;
  usedAt: number;
  /** Whether it came to an end by itself: events that it takes along are one overrun together. */
  isOver: boolean;
}

interface Health {
  overruns: number;
  restsUntil: number;
  /** What a script that cannot be started was last answered, until it is another one or may be tried again. */
  refused?: { hash: string; until: number; outcome: ScriptOutcome };
}

/** So many overruns in a row, and a script rests. */
const tolerated = 3;
const firstRestMs = 10_000;
const longestRestMs = 5 * 60_000;
const refusedForMs = 60_000;
const maxAtOnce = 4;

export function scriptRuntime(options: ScriptRuntimeOptions): ScriptRuntime {
  const { clock, maxProcesses, start = startScriptProcess } = options;
  const slots = new Map<string, Slot>();
  const health = new Map<string, Health>();
  let waiting: (() => void)[] = [];
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const freed = () => {
    const woken = waiting;
    waiting = [];
    for (const wake of woken) wake();
  };

  const open = (script: Script): Slot => {
    const process = script.load().then((text) => start({ ...options, script: text, signal: stopping.signal }));
    const slot: Slot = { hash: script.hash, process, busy: 1, usedAt: clock().getTime(), isOver: false };
    const forget = () => {
      if (slots.get(script.integration) === slot) slots.delete(script.integration);
      freed();
    };
    process.then(({ ended }) => ended).then(forget, forget);
    slots.set(script.integration, slot);
    return slot;
  };
  const close = async (integration: string, slot: Slot) => {
    if (slots.get(integration) === slot) slots.delete(integration);
    await slot.process.then((running) => running.stop()).catch(() => undefined);
  };

  /** A place in the slot of a script, made or waited for; an idle one of another version or, without room, of another script goes. */
  const acquire = async (script: Script, unwanted?: AbortSignal): Promise<Slot | undefined> => {
    const isOver = () => stopping.signal.aborted || unwanted?.aborted === true;
    while (!isOver()) {
      const own = slots.get(script.integration);
      if (own && own.hash === script.hash && own.busy < maxAtOnce) {
        own.busy += 1;
        return own;
      }
      if (own && own.hash !== script.hash && own.busy === 0) {
        await close(script.integration, own);
        continue;
      }
      if (!own && slots.size < maxProcesses) return open(script);
      const idle = own ? undefined : longestIdle(slots);
      if (idle) await close(...idle);
      else await new Promise<void>((resolve) => waiting.push(resolve));
    }
    return undefined;
  };

  const learn = ({ integration, hash }: Script, outcome: ScriptOutcome) => {
    const now = clock().getTime();
    if (!('failure' in outcome)) return void health.delete(integration);
    const { overruns = 0, restsUntil = 0 } = health.get(integration) ?? {};
    const { reason } = outcome.failure;
    if (reason === 'overrun') {
      const restMs = Math.min(longestRestMs, firstRestMs * 2 ** (overruns + 1 - tolerated));
      health.set(integration, { overruns: overruns + 1, restsUntil: overruns + 1 < tolerated ? 0 : now + restMs });
    } else if (reason === 'script' || reason === 'off') {
      if (reason === 'off') options.log?.warn({ integration }, outcome.failure.message);
      health.set(integration, { overruns, restsUntil, refused: { hash, until: now + refusedForMs, outcome } });
    }
  };
  const refusal: ScriptRuntime['refusal'] = ({ integration, hash }) => {
    if (!options.isOn) return failed({ reason: 'off', message: 'Scripts are not run here.' });
    const { restsUntil = 0, refused } = health.get(integration) ?? {};
    const now = clock().getTime();
    if (refused?.hash === hash && refused.until > now) return refused.outcome;
    if (restsUntil <= now) return undefined;
    const seconds = Math.ceil((restsUntil - now) / 1_000);
    return failed({ reason: 'resting', message: `The script overran several times; it rests for ${seconds} s.` });
  };

  const endAll = () => {
    stopping.abort();
    freed();
  };
  options.stopping?.addEventListener('abort', endAll, { once: true });

  return {
    refusal,
    async run(script, dispatch, unwanted) {
      const outcome = refusal(script);
      if (outcome) return outcome;
      const slot = await acquire(script, unwanted);
      if (!slot) return failed({ reason: 'stopping', message: 'The service is stopping, or nobody waits any more.' });
      try {
        const process = await slot.process;
        const result = await process.dispatch(dispatch);
        if (!slot.isOver) learn(script, result);
        if ('failure' in result && result.failure.reason !== 'failed') {
          slot.isOver = true;
          await close(script.integration, slot);
        }
        return result;
      } finally {
        slot.busy -= 1;
        slot.usedAt = clock().getTime();
        freed();
      }
    },
    async stopIdle() {
      const before = clock().getTime() - options.idleMs;
      const idle = [...slots].filter(([, slot]) => slot.busy === 0 && slot.usedAt <= before);
      await Promise.all(idle.map(([integration, slot]) => close(integration, slot)));
      for (const [integration, { restsUntil, refused }] of health) {
        if (Math.max(restsUntil, refused?.until ?? 0) < clock().getTime() - longestRestMs) health.delete(integration);
      }
    },
    alive: () => [...slots.keys()],
    async stop() {
      endAll();
      await Promise.all([...slots].map(([integration, slot]) => close(integration, slot)));
    },
  };
}

function longestIdle(slots: Map<string, Slot>): [string, Slot] | undefined {
  return [...slots].filter(([, slot]) => slot.busy === 0).sort(([, a], [, b]) => a.usedAt - b.usedAt)[0];
}

export type { LogLine, ScriptOutcome };
