import { createHmac } from 'node:crypto';
import type { WebhookAttempt } from '@quire/contract';
import { Failure, type Outbound, Postponed } from '@quire/runtime';
import { storableText } from '../storable-text.js';

/** What is kept, and read, of an answer. */
const maxResponseBytes = 1_024;

export interface Posting {
  url: string;
  secret: string;
  delivery: { id: string; event_id: string; type: string; body: string };
}

export type Outcome = Omit<WebhookAttempt, 'number'>;

/** `t=<unix seconds>,v1=<hex HMAC-SHA256 of "t.body">`. */
export function signatureOf(secret: string, body: string, now: Date): string {
  const seconds = Math.floor(now.getTime() / 1_000);
  return `t=${seconds},v1=${createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex')}`;
}

/**
 * Sends a delivery once. Rejects for faults of this machine, and with `Postponed` when it is cut off by `stopping`: all else
 * is the receiver's, and an outcome.
 */
export async function postDelivery(
  {
    outbound,
    clock,
    timeoutMs,
    stopping,
  }: { outbound: Outbound; clock: () => Date; timeoutMs: number; stopping: AbortSignal },
  { url, secret, delivery }: Posting,
): Promise<Outcome> {
  const now = clock();
  const began = performance.now();
  const found = await outbound
    .fetchBytes(url, {
      method: 'POST',
      body: delivery.body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Quire-Webhooks',
        'x-quire-delivery': delivery.id,
        'x-quire-event': delivery.type,
        'x-quire-event-id': delivery.event_id,
        'x-quire-signature': signatureOf(secret, delivery.body, now),
      },
      maxBytes: maxResponseBytes,
      cut: true,
      maxRedirects: 0,
      timeoutMs,
      signal: stopping,
      path: 'url',
    })
    .then(
      ({ status, bytes }) => ({ status, ...errorOf(status), ...responseOf(bytes) }),
      (error: unknown) => {
        if (stopping.aborted) throw new Postponed('The service stopped before there was an answer.');
        return { error: unreachable(error) };
      },
    );
  return { startedAt: now.toISOString(), duration: Math.round(performance.now() - began), ...found };
}

function errorOf(status: number): { error?: string } {
  if (status >= 200 && status < 300) return {};
  if (status >= 300 && status < 400) return { error: `answered ${status}: redirects are not followed.` };
  return { error: `answered ${status}.` };
}

function responseOf(bytes: Buffer): { response?: string } {
  const response = storableText(bytes.toString('utf8'));
  return response === '' ? {} : { response };
}

function unreachable(error: unknown): string {
  if (error instanceof Failure && error.kind === 'invalid') return error.details?.[0]?.message ?? error.message;
  throw error;
}
