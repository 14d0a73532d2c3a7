import type { OperationContract } from '@quire/contract';
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { z } from 'zod';
import { Failure, type FailureKind, statusOf, timeout, unauthenticated, unavailable } from './errors.js';
import { traceHeaders } from './telemetry/span.js';

/** The header by which services recognise each other. */
export const serviceHeader = 'x-quire-service';
const maximumSkewSeconds = 60;

const signatureOf = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest();

/** Signs an internal call: `<service>.<Unix seconds>.<hex HMAC-SHA256 of service, time, method and path>`. */
export function signServiceCall(secret: string, service: string, method: string, path: string): string {
  const prefix = `${service}.${Math.floor(Date.now() / 1000)}`;
  return `${prefix}.${signatureOf(secret, `${prefix}.${method}.${path}`).toString('hex')}`;
}

export type ServiceVerifier = (header: string | undefined, method: string, path: string) => void;

/** Verifies {@link signServiceCall}; throws `unauthenticated` (401) for none, a forged or an old signature. */
export function serviceVerifier(secret: string): ServiceVerifier {
  return (header, method, path) => {
    const [service = '', time = '', signature = ''] = (header ?? '').split('.');
    const expected = signatureOf(secret, `${service}.${time}.${method}.${path}`);
    const given = Buffer.from(signature, 'hex');
    const fresh = Math.abs(Date.now() / 1000 - Number(time)) <= maximumSkewSeconds;
    if (!fresh || given.length !== expected.length || !timingSafeEqual(given, expected)) throw unauthenticated();
  };
}

export interface InternalClientOptions {
  /** Base address of the service that is called. */
  baseUrl: string;
  /** Name of the calling service. */
  service: string;
  secret: string;
  /** Milliseconds to wait; 2,000 unless set. */
  timeoutMs?: number;
}

type Call<P, B, R> = (input: { params: P; body?: B }) => Promise<R>;

/**
 * A typed call of another service's internal operation. Failures of the other side keep their kind and message;
 * no answer within the time is `timeout` (504), no connection `unavailable` (503).
 */
export function internalCall<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType, R extends z.ZodType>(
  contract: Omit<OperationContract<P, Q, B, R>, 'path'> & { path: string },
  { baseUrl, service, secret, timeoutMs = 2_000 }: InternalClientOptions,
): Call<z.input<P>, z.input<B>, z.output<R>> {
  return async ({ params, body }) => {
    const path = contract.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent((params as Record<string, string>)[name] ?? ''),
    );
    const response = await fetch(baseUrl + path, {
      method: contract.method,
      headers: {
        ...traceHeaders(),
        [serviceHeader]: signServiceCall(secret, service, contract.method, path),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(timeoutMs),
    }).catch((error: Error) => {
      if (error.name === 'TimeoutError') throw timeout(`${contract.service} did not answer in time.`);
      throw unavailable(`${contract.service} is not available right now.`);
    });
    const answer: unknown = await response.json();
    if (response.ok) return contract.response!.parse(answer);
    throw failureOf(response.status, answer, contract.service);
  };
}

function failureOf(status: number, answer: unknown, service: string): Failure {
  const kind = (Object.keys(statusOf) as FailureKind[]).find((candidate) => statusOf[candidate] === status);
  const message = (answer as { error?: { message?: string } } | null)?.error?.message;
  if (!kind || status >= 500 || status === 401) return unavailable(`${service} could not answer.`);
  return new Failure(kind, message ?? `${service} answered ${status}.`);
}
