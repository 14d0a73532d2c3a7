// node infra/docker/run.mjs <gateway | services/…>: runs one deployable of a built checkout.
// Tracing patches libraries while they load, so it has to come first; it does nothing unless it is configured.
await import('../../shared/runtime/dist/telemetry/register.js');
await import(new URL(`../../${process.argv[2]}/dist/main.js`, import.meta.url).href);
