import { logLine } from '../../scripts/runner/console-lines.js';
import type { ScriptOutcome } from '../../scripts/script-process.js';
import type { LogLine } from '../../scripts/runner/protocol.js';

/** How an attempt to tell an integration something ended. */
export interface Judgement {
  status: 'success' | 'failed';
  logs: LogLine[];
  /** Whether another attempt may end better. */
  again: boolean;
}

/** What the published runtime answers when an integration does not care for events of a type. */
const notHandled = 406;

export function judge(outcome: ScriptOutcome): Judgement {
  if ('failure' in outcome) {
    const { reason } = outcome.failure;
    return { status: 'failed', logs: outcome.logs, again: reason !== 'script' && reason !== 'off' };
  }
  const { status } = outcome.answer;
  if (status < 400 || status === notHandled) return { status: 'success', logs: outcome.logs, again: false };
  const logs = [...outcome.logs, logLine('error', `The integration answered ${status}.`, new Date())];
  return { status: 'failed', logs, again: status >= 500 || status === 408 || status === 429 };
}
