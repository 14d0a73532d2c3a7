import { Failure } from '@quire/runtime';
import type { Integrations } from '../../integrations.js';
import { encodeDispatch } from '../../scripts/runner/form.js';
import type { Dispatch } from '../../scripts/runner/protocol.js';
import { failed, type ScriptOutcome } from '../../scripts/script-process.js';
import { findIntegration, type IntegrationRow } from '../../tables/integration.js';
import { findScript } from '../../tables/script.js';
import { findTunnel } from '../../tables/tunnel.js';
import { type About, environmentOf } from './environment.js';

/** An event on its way to an integration. */
export interface Outgoing {
  integration: string;
  /** Whose installation it is about. */
  organization: string | null;
  about: About;
  payload: object;
  /** Of a request to the integration. */
  body?: Uint8Array;
  /** Aborted when nobody waits for the answer any more. */
  unwanted?: AbortSignal;
}

type Context = Pick<
  Integrations,
  | 'db'
  | 'clock'
  | 'identity'
  | 'publicUrl'
  | 'vault'
  | 'environments'
  | 'outbound'
  | 'scripts'
  | 'scriptLimits'
  | 'stopping'
>;

/** Hands an event to the tunnel of whoever develops the integration, else to its script. Undefined: there is none such. */
export async function dispatchEvent(context: Context, outgoing: Outgoing): Promise<ScriptOutcome | undefined> {
  const { db, scripts } = context;
  const integration = await findIntegration(db, outgoing.integration);
  const script = integration && (await findScript(db, integration.name));
  if (!integration || !script) return undefined;
  const url = await tunnelFor(context, integration, outgoing);
  const about = { integration: integration.name, hash: script.script_hash };
  const refusal = url === undefined ? scripts.refusal(about) : undefined;
  if (refusal) return refusal;
  const environment = await environmentOf(context, { integration, script }, outgoing.about);
  const dispatch: Dispatch = {
    event: JSON.stringify(outgoing.payload),
    environment: JSON.stringify(environment),
    ...(outgoing.body ? { body: outgoing.body } : {}),
  };
  if (url !== undefined) return sendThroughTunnel(context, url, dispatch);
  return scripts.run({ ...about, load: async () => script.script }, dispatch, outgoing.unwanted);
}

async function tunnelFor({ db }: Context, { name, organization_id }: IntegrationRow, { organization }: Outgoing) {
  const tunnel = await findTunnel(db, name);
  const takesIt = tunnel && (tunnel.takes_all || organization === null || organization === organization_id);
  return takesIt ? tunnel.url : undefined;
}

async function sendThroughTunnel(
  { outbound, scriptLimits: { timeoutMs, maxAnswerBytes }, stopping }: Context,
  url: string,
  dispatch: Dispatch,
): Promise<ScriptOutcome> {
  const { bytes, contentType } = await encodeDispatch(dispatch);
  try {
    const answer = await outbound.fetchBytes(url, {
      method: 'POST',
      headers: { 'content-type': contentType },
      body: bytes,
      timeoutMs,
      maxBytes: maxAnswerBytes,
      signal: stopping,
    });
    const headers = [...answer.headers].filter(([name]) => name !== 'content-encoding' && name !== 'content-length');
    return { answer: { status: answer.status, headers, body: answer.bytes }, logs: [] };
  } catch (error) {
    if (stopping.aborted) return failed({ reason: 'stopping', message: 'The service is stopping.' });
    if (!(error instanceof Failure)) throw error;
    const reason = error.details?.[0]?.message ?? error.message;
    return failed({ reason: 'failed', message: `The development tunnel ${reason}` });
  }
}
