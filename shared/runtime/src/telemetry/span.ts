import { context, propagation, trace } from '@opentelemetry/api';

/** Names the request's span after the operation; does nothing without telemetry. */
export function nameSpan(operationId: string): void {
  trace.getActiveSpan()?.updateName(operationId);
}

/** The headers that carry the active trace to another process; none without telemetry. */
export function traceHeaders(): Record<string, string> {
  const headers: Record<string, string> = {};
  propagation.inject(context.active(), headers);
  return headers;
}
