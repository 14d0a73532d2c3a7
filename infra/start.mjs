// npm start: prepares the checkout, then becomes the all-in-one.
import { prepare } from './prepare.mjs';

prepare();
// Tracing patches libraries while they load, so it has to come first; it does nothing unless it is configured.
await import('../shared/runtime/dist/telemetry/register.js');
await import('./local/dist/main.js');
