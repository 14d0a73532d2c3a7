import { metrics, type ProxyTracerProvider, trace } from '@opentelemetry/api';

interface Flushable {
  forceFlush?: () => Promise<void>;
}

const limitMs = 3_000;

/** Exports what has been measured and not been sent yet; gives up after 3 seconds, and does nothing without telemetry. */
export async function flushTelemetry(): Promise<void> {
  const tracers = trace.getTracerProvider() as ProxyTracerProvider;
  const providers: Flushable[] = [tracers.getDelegate?.() as Flushable, metrics.getMeterProvider() as Flushable];
  const flushed = Promise.allSettled(providers.map(async (provider) => provider?.forceFlush?.()));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, limitMs);
  });
  await Promise.race([flushed, late]);
  clearTimeout(timer);
}
