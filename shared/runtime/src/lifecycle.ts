import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Log } from './log.js';
import { flushTelemetry } from './telemetry/flush.js';

/** Something a service starts before it listens and stops after it has stopped listening. */
export interface Part {
  start?(): Promise<void>;
  /** Resolves when nothing asynchronous is left. */
  drain?(): Promise<void>;
  stop?(): Promise<void>;
}

export interface HttpOptions {
  port: number;
  host: string;
  listener: RequestListener;
  /** How many bytes of headers a request may have; 128 KiB unless given. */
  maxHeaderBytes?: number;
  /** Called once before the server listens, for what a listener cannot do (`checkContinue`, `clientError`). */
  configure?: (server: Server, listener: RequestListener) => void;
}

const stopLimitMs = 10_000;

/** An HTTP server as a part: on stop it finishes running requests for at most 10 seconds, then hangs up. */
export function httpPart({ port, host, listener, maxHeaderBytes, configure }: HttpOptions): Part & { port(): number } {
  const running = new Set<ServerResponse>();
  let hangUpWhenIdle: (() => void) | undefined;
  const counted: RequestListener = (request, response) => {
    running.add(response);
    response.once('close', () => {
      running.delete(response);
      if (running.size === 0) hangUpWhenIdle?.();
    });
    listener(request, response);
  };
  // The keep-alive of the proxy's agent ends at 30 s: the server must never be the first to hang up.
  const server: Server = createServer(
    { keepAliveTimeout: 65_000, headersTimeout: 66_000, maxHeaderSize: maxHeaderBytes ?? 128 * 1024 },
    counted,
  );
  configure?.(server, counted);
  return {
    port: () => (server.address() as AddressInfo | null)?.port ?? port,
    start: () =>
      new Promise((resolve, reject) => {
        server.once('error', reject);
        server.listen(port, host, () => {
          server.off('error', reject);
          resolve();
        });
      }),
    stop: () =>
      new Promise((resolve) => {
        if (!server.listening) return resolve();
        const force = setTimeout(() => server.closeAllConnections(), stopLimitMs);
        server.close(() => {
          clearTimeout(force);
          resolve();
        });
        // Kept connections, and those that have not sent a request yet, would hold the server open.
        hangUpWhenIdle = () => server.closeAllConnections();
        if (running.size === 0) hangUpWhenIdle();
        else server.closeIdleConnections();
      }),
  };
}

/**
 * Starts parts in order and stops them in reverse. When one fails to start, those before it are stopped again.
 * A part that fails to stop does not keep the others from stopping.
 */
export function lifecycle(parts: readonly Part[], log: Log) {
  let started: Part[] = [];
  const stop = async () => {
    const running = started.reverse();
    started = [];
    for (const part of running) {
      await part.stop?.().catch((error: unknown) => log.error({ err: error }, 'a part did not stop cleanly'));
    }
  };
  return {
    async start() {
      for (const part of parts) {
        try {
          started.push(part);
          await part.start?.();
        } catch (error) {
          await stop();
          throw error;
        }
      }
    },
    async drain() {
      for (const part of started) await part.drain?.();
    },
    stop,
  };
}

/**
 * A periodic task: runs every `intervalMs`, never twice at once, and once more on drain.
 * A failure is logged and tried again next time.
 */
export function periodic(name: string, intervalMs: number, run: () => Promise<void>, log: Log): Part {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  const once = () =>
    (running ??= run()
      .catch((error: unknown) => log.error({ err: error, task: name }, 'periodic task failed'))
      .finally(() => {
        running = undefined;
      }));
  return {
    async start() {
      timer = setInterval(() => void once(), intervalMs);
      timer.unref();
    },
    drain: once,
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/** Runs a service as a process: start, then stop on SIGINT or SIGTERM; a second signal ends it at once. */
export async function runProcess(
  service: { name: string; start(): Promise<void>; stop(): Promise<void>; drain(): Promise<void> },
  log: Log,
) {
  const shutDown = async (): Promise<number> => {
    try {
      await service.stop();
      return 0;
    } catch (error) {
      log.error({ err: error }, 'did not stop cleanly');
      return 1;
    } finally {
      await flushTelemetry();
    }
  };
  let stopping = false;
  const end = (signal: NodeJS.Signals) => {
    if (stopping) process.exit(1);
    stopping = true;
    log.info({ signal }, 'stopping');
    void shutDown().then((code) => process.exit(code));
  };
  process.on('SIGINT', end);
  process.on('SIGTERM', end);
  try {
    await service.start();
  } catch (error) {
    log.error({ err: error }, `${service.name} did not start`);
    process.exit(1);
  }
}
