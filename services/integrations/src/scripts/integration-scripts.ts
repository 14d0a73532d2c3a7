import type { Log } from '@quire/runtime';
import type { IntegrationsConfig } from '../config.js';
import { type Environments, environments } from '../domain/events/environment.js';
import { type FairShare, fairShare } from '../domain/fair-share.js';
import type { ScriptLimits } from './runner/protocol.js';
import { type ScriptRuntime, scriptRuntime } from './script-runtime.js';

/** What telling integrations something takes. */
export interface IntegrationScripts {
  scripts: ScriptRuntime;
  scriptLimits: ScriptLimits;
  /** Aborted when the service is told to stop. */
  stopping: AbortSignal;
  environments: Environments;
  /** Keeps the events of one integration from holding up those of others. */
  eventShare: FairShare;
}

const mebibyte = 1024 * 1024;
/** Below the time that somebody waits for an answer, with the start of the script. */
const timeoutMs = 25_000;

export function integrationScripts(
  config: IntegrationsConfig,
  { clock, log, stopping }: { clock: () => Date; log: Log; stopping: AbortSignal },
): IntegrationScripts {
  const scriptLimits = {
    cpuMs: config.QUIRE_INTEGRATION_CPU_SECONDS * 1_000,
    timeoutMs,
    memoryMiB: config.QUIRE_INTEGRATION_MEMORY_MIB,
    maxAnswerBytes: 10 * mebibyte,
  };
  return {
    scriptLimits,
    stopping,
    environments: environments(config.QUIRE_INTEGRATION_KEY),
    eventShare: fairShare({ size: 4, waitMs: 1_000 }),
    scripts: scriptRuntime({
      isOn: config.QUIRE_INTEGRATION_RUNTIME === 'on',
      allow: config.QUIRE_OUTBOUND_ALLOW,
      publicUrl: config.PUBLIC_URL,
      maxProcesses: config.QUIRE_INTEGRATION_PROCESSES,
      idleMs: config.QUIRE_INTEGRATION_IDLE_SECONDS * 1_000,
      limits: scriptLimits,
      clock,
      log,
      stopping,
    }),
  };
}
