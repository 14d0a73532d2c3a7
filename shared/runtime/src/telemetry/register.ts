/**
 * Starts OpenTelemetry when `OTEL_EXPORTER_OTLP_ENDPOINT` is set, and does nothing otherwise. To be loaded before anything
 * else: `node --import @quire/runtime/telemetry main.js`. The name of the process comes from `OTEL_SERVICE_NAME`.
 */
import { register } from 'node:module';

if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT) {
  // Without this hook, libraries that are imported (not required) stay uninstrumented.
  register('@opentelemetry/instrumentation/hook.mjs', import.meta.url);
  const { startTelemetry } = await import('./start.js');
  startTelemetry();
}
