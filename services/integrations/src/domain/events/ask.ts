import { newId, timeout, transaction, unavailable } from '@quire/runtime';
import type { Integrations } from '../../integrations.js';
import type { ScriptAnswer } from '../../scripts/runner/protocol.js';
import { logLine } from '../../scripts/runner/console-lines.js';
import { insertIntegrationEvents } from '../../tables/integration-event.js';
import { dispatchEvent, type Outgoing } from './dispatch.js';
import { judge, type Judgement } from './judge.js';

export interface Question extends Omit<Outgoing, 'payload'> {
  payload: { type: string } & Record<string, unknown>;
  /** What is kept of it, where not all may be. */
  kept?: Record<string, unknown>;
}

/** Below the 30 s that a gateway waits. */
const patienceMs = 28_000;

/**
 * Hands an event to an integration while somebody waits for its answer, and keeps how it went. Undefined: there is no such
 * integration. Throws 503 when it cannot answer now, 504 when it takes too long.
 */
export async function ask(context: Integrations, question: Question): Promise<ScriptAnswer | undefined> {
  const { about, payload } = question;
  const eventId = newId(context.clock().getTime());
  const ids = { eventId, ...(about.installation === undefined ? {} : { installationId: about.installation }) };
  const gone = new AbortController();
  const asking = dispatchEvent(context, { ...question, payload: { ...ids, ...payload }, unwanted: gone.signal });
  const outcome = await within(patienceMs, asking);
  gone.abort();
  const logs = [logLine('error', 'The integration did not answer in time.', new Date())];
  const judgement: Judgement | undefined =
    outcome === 'late' ? { status: 'failed', logs, again: true } : outcome && judge(outcome);
  if (!judgement) return undefined;
  await keep(context, question, { eventId, payload: { ...ids, ...(question.kept ?? payload) }, judgement });
  if (outcome === 'late' || outcome === undefined) throw timeout('The integration did not answer in time.');
  if ('answer' in outcome) return outcome.answer;
  const { reason } = outcome.failure;
  if (reason === 'overrun') throw timeout('The integration did not answer.');
  if (reason === 'off') throw unavailable('Integrations are not run here.', 3_600);
  throw unavailable('The integration cannot answer right now.', reason === 'resting' ? 60 : 5);
}

async function keep(
  { db, clock }: Integrations,
  { integration, organization, about }: Question,
  { eventId, payload, judgement }: { eventId: string; payload: Record<string, unknown>; judgement: Judgement },
) {
  const row = {
    id: eventId,
    integration,
    organization_id: organization,
    installation_id: about.installation ?? null,
    payload,
    status: judgement.status,
    logs: judgement.logs,
    created_at: clock(),
  };
  await transaction(db, (tx) => insertIntegrationEvents(tx, [row]));
}

async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | 'late'> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
