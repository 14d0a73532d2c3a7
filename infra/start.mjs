// npm start: prepares the checkout, then becomes the all-in-one.
import { prepare } from './prepare.mjs';

prepare();
if (process.env.OTEL_EXPORTER_OTLP_ENDPOINT) await import('../shared/runtime/dist/telemetry/register.js');
await import('./local/dist/main.js');
