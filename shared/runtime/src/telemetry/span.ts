import { trace } from '@opentelemetry/api';

/** Names the request's span after the operation; does nothing without telemetry. */
export function nameSpan(operationId: string): void {
  trace.getActiveSpan()?.updateName(operationId);
}
