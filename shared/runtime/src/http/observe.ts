import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { context, metrics, trace } from '@opentelemetry/api';
import type { NextFunction, Request, Response } from 'express';
import type { Log } from '../log.js';

/** What is known of a request from the beginning, and told when it ends. */
export interface Observed {
  requestId: string;
  /** Set once the operation is known. */
  operationId?: string;
  /** Aborted when the client went away before it had the whole answer. */
  signal: AbortSignal;
}

const requestIdPattern = /^[\w.-]{1,128}$/;
const probes: ReadonlySet<string | undefined> = new Set(['/healthz', '/readyz']);

/**
 * Gives every request its id (the caller's `x-request-id` when well-formed) and abort signal, and writes one log line and
 * one measurement when it ends.
 */
export function createObserver(log: Log): (request: IncomingMessage, response: ServerResponse) => Observed {
  const duration = metrics.getMeter('quire').createHistogram('quire.operation.duration', { unit: 'ms' });
  return (request, response) => {
    const began = performance.now();
    const { method, url } = request;
    const given = request.headers['x-request-id'];
    const requestId = typeof given === 'string' && requestIdPattern.test(given) ? given : randomUUID();
    const controller = new AbortController();
    const observed: Observed = { requestId, signal: controller.signal };
    response.setHeader('x-request-id', requestId);
    const span = trace.getSpanContext(context.active());
    if (span) response.setHeader('traceparent', `00-${span.traceId}-${span.spanId}-0${span.traceFlags}`);
    response.on('close', () => {
      if (!response.writableFinished) controller.abort();
      const operationId = observed.operationId ?? 'none';
      const status = response.statusCode;
      const milliseconds = Math.round((performance.now() - began) * 10) / 10;
      duration.record(milliseconds, { operationId, status });
      if (probes.has(url)) return;
      log.info({ requestId, traceId: span?.traceId, operationId, method, status, milliseconds }, 'request');
    });
    return observed;
  };
}

/** The same as Express middleware: what is observed is `response.locals`. */
export function requestObserver(log: Log) {
  const observe = createObserver(log);
  return (request: Request, response: Response, next: NextFunction): void => {
    response.locals = observe(request, response);
    next();
  };
}
